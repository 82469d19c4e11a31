import type { Claim, LineRange, Summary, Topic } from '@meeting-assistant/contracts';
import { baseLanguage } from './detect-language.ts';
import type { DraftActionItem, DraftClaim, SummaryDraft } from './draft.ts';
import { resolveDue } from './due-date.ts';
import { isInAnotherLanguage, writtenLanguage } from './evidence-check.ts';
import type { CheckedDraft, Rule } from './finding.ts';
import type { MeetingRecord } from './meeting-record.ts';
import { canonicalOwner } from './owner-check.ts';
import { participantShares } from './participant-shares.ts';
import type { AcceptedDraft } from './submission.ts';
import { findVerbatim, words } from './words.ts';

export type SettleContext = {
  record: MeetingRecord;
  meetingTitle: string | null;
  startedAt: string | null;
  timeZone: string | null;
  modelName: string;
  template: string;
};

/** Claims with one of these hold nothing to show, or show something twice. */
const dropped: ReadonlySet<Rule> = new Set(['empty_text', 'duplicate_claim']);

/**
 * Makes the summary of an accepted draft: ids, support, dates and shares are added, claims without an existing line are
 * dropped, and so is a quote that its line does not hold. What was dropped makes the summary degraded, and so does an
 * overview or a title with names, numbers or dates from nowhere.
 */
export function settleSummary({ draft, checked }: AcceptedDraft, context: SettleContext): Summary {
  const { record } = context;
  const settle = new ClaimSettler(checked, record);
  const summary = {
    title: words(draft.title).length > 0 ? draft.title.trim() : (context.meetingTitle ?? ''),
    language: languageOf(draft, record),
    overview: draft.overview.trim(),
    topics: draft.topics.flatMap((topic, at) => settleTopic(topic, at, settle, record)),
    decisions: settle.list('decisions', draft.decisions, 'd'),
    actionItems: settle.actionItems(draft.actionItems, context),
    openQuestions: settle.list('openQuestions', draft.openQuestions, 'q'),
    quotes: draft.quotes.flatMap(({ line, text }) => {
      const spoken = record.lines[line - 1];
      const verbatim = spoken ? findVerbatim(text, spoken.text) : null;
      return spoken && verbatim !== null ? [{ line, speaker: spoken.speaker, text: verbatim }] : [];
    }),
  };
  const claims = [
    ...summary.topics.flatMap(({ points }) => points),
    ...summary.decisions,
    ...summary.actionItems,
    ...summary.openQuestions,
  ];
  const reasons = reasonsOf({ draft, checked }, summary, settle, record);
  return {
    ...summary,
    participants: participantShares(record.people, record.lines),
    quality: {
      status: reasons.length > 0 ? 'degraded' : 'complete',
      coverage: 1,
      reasons,
      claims: {
        quoted: claims.filter(({ support }) => support === 'quoted').length,
        supported: claims.filter(({ support }) => support === 'supported').length,
        inferred: claims.filter(({ support }) => support === 'inferred').length,
        unsupported: claims.filter(({ support }) => support === 'unsupported').length,
      },
    },
    model: context.modelName,
    template: context.template,
  };
}

class ClaimSettler {
  lost = 0;
  private points = 0;
  private readonly checked: CheckedDraft;
  private readonly record: MeetingRecord;
  private readonly dropped: Set<string>;

  constructor(checked: CheckedDraft, record: MeetingRecord) {
    this.checked = checked;
    this.record = record;
    this.dropped = new Set(
      checked.findings.filter(({ rule }) => dropped.has(rule)).map(({ claim }) => claim),
    );
  }

  list(path: string, claims: readonly DraftClaim[], prefix: string): Claim[] {
    let count = 0;
    return claims.flatMap((claim, at) => {
      const settled = this.claim(`${path}[${at}]`, claim);
      return settled ? [{ id: `${prefix}${++count}`, ...settled }] : [];
    });
  }

  /** Points are numbered through all topics. */
  pointsOf(topic: number, claims: readonly DraftClaim[]): Claim[] {
    return this.list(`topics[${topic}].points`, claims, 'p').map((claim) => ({
      ...claim,
      id: `p${++this.points}`,
    }));
  }

  actionItems(
    items: readonly DraftActionItem[],
    { record, startedAt, timeZone }: SettleContext,
  ): Summary['actionItems'] {
    const languages = [record.transcriptLanguage, record.outputLanguage];
    let count = 0;
    return items.flatMap((item, at) => {
      const settled = this.claim(`actionItems[${at}]`, item);
      if (!settled) return [];
      const { owner, due } = item;
      const name = owner.kind === 'unassigned' ? null : owner.name;
      return {
        id: `a${++count}`,
        ...settled,
        owner: {
          kind: owner.kind,
          name: name !== null && owner.kind === 'participant' ? canonicalOwner(name, record.people) : name,
        },
        due: due && { phrase: due.phrase, date: resolveDue(due.phrase, { startedAt, timeZone, languages }) },
      };
    });
  }

  private claim(path: string, { text, evidence }: DraftClaim): Omit<Claim, 'id'> | null {
    const existing = existingRanges(evidence, this.record);
    if (this.dropped.has(path)) {
      // Nothing is lost with an empty claim or a repeated one.
      return null;
    }
    if (existing.length === 0) {
      this.lost += 1;
      return null;
    }
    return {
      text: text.trim(),
      evidence: existing,
      support: this.checked.supports.get(path) ?? 'unsupported',
    };
  }
}

/** The parts of the ranges that lie in the transcript; a reversed range is turned. */
function existingRanges(ranges: readonly LineRange[], { lines }: MeetingRecord): LineRange[] {
  return ranges.flatMap((range) => {
    const from = Math.max(1, Math.min(range.from, range.to));
    const to = Math.min(lines.length, Math.max(range.from, range.to));
    return from <= to ? [{ from, to }] : [];
  });
}

/** A topic lies where it says, or, failing that, where its points do. */
function settleTopic(
  topic: SummaryDraft['topics'][number],
  at: number,
  settle: ClaimSettler,
  record: MeetingRecord,
): Topic[] {
  const points = settle.pointsOf(at, topic.points);
  const [stated] = existingRanges([topic], record);
  const ranges = points.flatMap(({ evidence }) => evidence);
  const from = stated?.from ?? Math.min(...ranges.map((range) => range.from));
  const to = stated?.to ?? Math.max(...ranges.map((range) => range.to));
  if (!stated && ranges.length === 0) return [];
  return [{ title: topic.title.trim(), from, to, points }];
}

function languageOf(draft: SummaryDraft, record: MeetingRecord): string {
  const written = writtenLanguage(draft);
  if (isInAnotherLanguage(draft, record)) return written;
  if (record.outputLanguage !== 'und') return record.outputLanguage;
  return written === 'und' ? baseLanguage(canonicalTag(draft.language)) : written;
}

function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'und';
  } catch {
    // What a model calls a language need not be a tag.
    return 'und';
  }
}

function reasonsOf(
  { draft, checked }: AcceptedDraft,
  settled: Pick<Summary, 'overview' | 'topics' | 'quotes'>,
  settle: ClaimSettler,
  record: MeetingRecord,
): string[] {
  const claimed =
    settled.topics.some(({ points }) => points.length > 0) ||
    draft.decisions.length + draft.actionItems.length + draft.openQuestions.length > 0;
  return [
    ...(settle.lost > 0 ? ['claims_dropped'] : []),
    ...(settled.quotes.length < draft.quotes.length ? ['quotes_dropped'] : []),
    ...(claimed ? [] : ['nothing_claimed']),
    ...(settled.overview === '' ? ['overview_missing'] : []),
    ...(checked.findings.some(({ rule }) => rule === 'overview_not_in_transcript')
      ? ['overview_unsupported']
      : []),
    ...(isInAnotherLanguage(draft, record) ? ['wrong_language'] : []),
  ];
}
