import type { LineRange } from '@meeting-assistant/contracts';
import { claimSupport } from './claim-support.ts';
import { baseLanguage, detectTextLanguage } from './detect-language.ts';
import type { DraftActionItem, DraftClaim, SummaryDraft } from './draft.ts';
import type { CheckedDraft, Finding, Rule } from './finding.ts';
import { linesOf, type MeetingRecord } from './meeting-record.ts';
import { findUnfoundFacts } from './overview-check.ts';
import { checkOwner } from './owner-check.ts';
import { occursIn, words } from './words.ts';

/** Lines that one range of evidence may span: more point at nothing in particular. */
export const MAX_RANGE_LINES = 40;
/** A due time may be said a line or two beside the task. */
const DUE_MARGIN_LINES = 3;
/** Letters of summary below which its language is not judged. */
const MIN_LANGUAGE_LETTERS = 120;

type Report = (claim: string, rule: Rule, message: string) => void;

/**
 * Holds every claim of a draft against the lines it points at. Deterministic, and no model has a say in it:
 * the same draft and transcript give the same findings and labels.
 */
export function checkDraft(draft: SummaryDraft, record: MeetingRecord): CheckedDraft {
  const findings: Finding[] = [];
  const report: Report = (claim, rule, message) => findings.push({ claim, rule, message });
  const supports: CheckedDraft['supports'] = new Map();

  checkWhole(draft, record, report);
  draft.topics.forEach(({ title, from, to }, at) => {
    if (words(title).length === 0) report(`topics[${at}]`, 'empty_text', 'The topic has no title.');
    checkRange(`topics[${at}]`, { from, to }, record, Number.POSITIVE_INFINITY, report);
  });
  for (const list of claimLists(draft)) {
    const seen = new Map<string, string>();
    for (const { path, claim } of list) {
      const before = findings.length;
      checkClaim(path, claim, record, seen, report);
      const label = findings.length > before ? 'unsupported' : labelClaim(path, claim, record, report);
      const inside = claim.evidence.every((range) => isInside(range, record));
      if ('owner' in claim && inside) checkActionItem(path, claim, record, report);
      supports.set(path, findings.length > before ? 'unsupported' : label);
    }
  }
  checkQuotes(draft, record, report);
  return { findings, supports };
}

type PlacedClaim = { path: string; claim: DraftClaim | DraftActionItem };

/** The claims by kind; repeats are looked for within a kind. */
function claimLists(draft: SummaryDraft): PlacedClaim[][] {
  return [
    draft.topics.flatMap(({ points }, at) => placed(`topics[${at}].points`, points)),
    placed('decisions', draft.decisions),
    placed('actionItems', draft.actionItems),
    placed('openQuestions', draft.openQuestions),
  ];
}

function placed(name: string, claims: (DraftClaim | DraftActionItem)[]): PlacedClaim[] {
  return claims.map((claim, at) => ({ path: `${name}[${at}]`, claim }));
}

function isInside({ from, to }: LineRange, { lines }: MeetingRecord): boolean {
  return from >= 1 && to <= lines.length && from <= to;
}

function checkWhole(draft: SummaryDraft, record: MeetingRecord, report: Report): void {
  if (words(draft.title).length === 0) report('title', 'empty_text', 'The summary has no title.');
  if (words(draft.overview).length === 0) report('overview', 'empty_text', 'The summary has no overview.');
  if (claimLists(draft).every((list) => list.length === 0)) {
    report(
      'summary',
      'nothing_claimed',
      'No topic has a point, and there is no decision, action item or open question.',
    );
  }
  if (isInAnotherLanguage(draft, record)) {
    report('summary', 'wrong_language', `Write the whole summary in the language ${record.outputLanguage}.`);
    // Which words are names cannot be told there.
    return;
  }
  for (const { claim, kinds } of findUnfoundFacts(draft, writtenLanguage(draft), record)) {
    report(
      claim,
      'overview_not_in_transcript',
      `It states ${kinds.join(' and ')} that occur nowhere in the meeting: write what was said, or leave it out.`,
    );
  }
}

/** Judged on the text itself; what the draft says of its language counts only where the text is too short. */
export function isInAnotherLanguage(draft: SummaryDraft, { outputLanguage }: MeetingRecord): boolean {
  if (outputLanguage === 'und') return false;
  const written = writtenLanguage(draft);
  return written !== 'und' && baseLanguage(written) !== baseLanguage(outputLanguage);
}

/** The language that the draft's own sentences are in; `und` when there is too little of them. */
export function writtenLanguage(draft: SummaryDraft): string {
  const text = [
    draft.overview,
    ...claimLists(draft).flatMap((list) => list.map(({ claim }) => claim.text)),
  ].join(' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters < MIN_LANGUAGE_LETTERS ? 'und' : detectTextLanguage(text);
}

function checkClaim(
  path: string,
  claim: DraftClaim,
  record: MeetingRecord,
  seen: Map<string, string>,
  report: Report,
): void {
  const key = words(claim.text).join(' ');
  if (key === '') {
    report(path, 'empty_text', 'The claim says nothing.');
    return;
  }
  const same = seen.get(key);
  if (same === undefined) seen.set(key, path);
  else report(path, 'duplicate_claim', `It says the same as ${same}.`);
  if (claim.evidence.length === 0) report(path, 'evidence_missing', 'Name the lines that it rests on.');
  for (const range of claim.evidence) checkRange(path, range, record, MAX_RANGE_LINES, report);
}

function checkRange(
  path: string,
  range: LineRange,
  { lines }: MeetingRecord,
  widest: number,
  report: Report,
): void {
  const { from, to } = range;
  const outside = [from, to].filter((line) => line < 1 || line > lines.length);
  if (outside.length > 0) {
    report(
      path,
      'line_missing',
      `There is no line ${outside.join(' or ')}: the transcript has lines 1 to ${lines.length}.`,
    );
  } else if (from > to) {
    report(path, 'range_reversed', `The range ${from}–${to} ends before it starts.`);
  } else if (to - from + 1 > widest) {
    report(
      path,
      'range_too_wide',
      `The range ${from}–${to} has ${to - from + 1} lines, more than ${widest}: name the few that show it.`,
    );
  }
}

function labelClaim(path: string, claim: DraftClaim, record: MeetingRecord, report: Report) {
  const { support, missing } = claimSupport(claim.text, claim.evidence, record);
  const say = (rule: Rule, what: string, list: string[]) => {
    if (list.length > 0)
      report(
        path,
        rule,
        `Its lines do not hold ${what}: ${list.join(', ')}. Cite the lines that do, or leave it out.`,
      );
  };
  say('name_not_in_lines', 'these names', missing.names);
  say('number_not_in_lines', 'these numbers', missing.numbers);
  say('date_not_in_lines', 'these weekdays or months', missing.dates);
  return support;
}

function checkActionItem(
  path: string,
  { owner, due, evidence }: DraftActionItem,
  record: MeetingRecord,
  report: Report,
): void {
  const problem = checkOwner(owner, evidence, record);
  if (problem) report(path, problem.rule, problem.message);
  if (due === null) return;
  const near = linesOf(record, evidence, DUE_MARGIN_LINES);
  if (!occursIn(due.phrase, near.map(({ text }) => text).join(' '))) {
    report(
      path,
      'due_not_in_lines',
      'The due phrase is not said in its lines: copy it as it was said, or give null.',
    );
  }
}

function checkQuotes(draft: SummaryDraft, { lines }: MeetingRecord, report: Report): void {
  draft.quotes.forEach(({ line, text }, at) => {
    const spoken = lines[line - 1];
    if (!spoken)
      report(
        `quotes[${at}]`,
        'line_missing',
        `There is no line ${line}: the transcript has lines 1 to ${lines.length}.`,
      );
    else if (!occursIn(text, spoken.text))
      report(
        `quotes[${at}]`,
        'quote_not_in_line',
        `Line ${line} does not hold these words: copy them unchanged.`,
      );
  });
}
