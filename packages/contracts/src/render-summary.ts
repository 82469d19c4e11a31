import type { Line, LineRange } from './line.ts';
import type { ActionItem, Claim, Summary } from './summary.ts';

/**
 * A summary as Markdown (CommonMark, with the footnotes that GitHub and most readers know). Each claim carries a footnote
 * that names its lines, their time where the transcript has times, and what was said there.
 *
 * @param lines all lines of the meeting, in order; line n at index n - 1
 */
export function renderSummaryMarkdown(summary: Summary, lines: readonly Line[]): string {
  const notes = new Footnotes(lines);
  const parts = [
    `# ${escapeMarkdown(summary.title)}`,
    escapeMarkdown(summary.overview),
    ...qualityNotice(summary),
    ...section('Decisions', summary.decisions, (claim) => escapeMarkdown(claim.text), notes),
    ...section('Action items', summary.actionItems, describeActionItem, notes),
    ...section('Open questions', summary.openQuestions, (claim) => escapeMarkdown(claim.text), notes),
    ...topicSections(summary, notes),
    ...quoteSection(summary),
    ...unsupportedSection(summary, notes),
    ...participantSection(summary),
    origin(summary),
    notes.render(),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** `00:31:02`, hours always shown. */
export function formatTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** `40–43, 51`. */
export function formatRanges(ranges: readonly LineRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

const pad = (value: number) => String(value).padStart(2, '0');

const isSupported = (claim: Claim) => claim.support !== 'unsupported';

function section<C extends Claim>(
  title: string,
  claims: readonly C[],
  describe: (claim: C) => string,
  notes: Footnotes,
) {
  const supported = claims.filter(isSupported);
  if (supported.length === 0) return [];
  return [`## ${title}`, supported.map((claim) => `- ${describe(claim)}${notes.cite(claim)}`).join('\n')];
}

function describeActionItem(item: ActionItem): string {
  const who = item.owner.name ?? (item.owner.kind === 'group' ? 'everyone' : 'nobody named');
  const date = item.due?.date ? ` (${item.due.date})` : '';
  const when = item.due ? `, ${escapeMarkdown(item.due.phrase)}${date}` : '';
  return `${escapeMarkdown(item.text)} — ${escapeMarkdown(who)}${when}`;
}

function topicSections(summary: Summary, notes: Footnotes): string[] {
  if (summary.topics.length === 0) return [];
  const topics = summary.topics.map((topic) => {
    const points = topic.points
      .filter(isSupported)
      .map((point) => `- ${escapeMarkdown(point.text)}${notes.cite(point)}`);
    return [`### ${escapeMarkdown(topic.title)} (lines ${topic.from}–${topic.to})`, points.join('\n')]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return ['## Topics', ...topics];
}

function quoteSection(summary: Summary): string[] {
  if (summary.quotes.length === 0) return [];
  const quotes = summary.quotes.map(
    (quote) =>
      `> ${escapeMarkdown(quote.text)}\n> — ${escapeMarkdown(quote.speaker ?? 'unknown speaker')}, line ${quote.line}`,
  );
  return ['## Quotes', quotes.join('\n\n')];
}

function unsupportedSection(summary: Summary, notes: Footnotes): string[] {
  const all: Claim[] = [
    ...summary.decisions,
    ...summary.actionItems,
    ...summary.openQuestions,
    ...summary.topics.flatMap((topic) => topic.points),
  ];
  const unsupported = all.filter((claim) => !isSupported(claim));
  if (unsupported.length === 0) return [];
  return [
    '## Not supported by the transcript',
    'The lines named do not say this. Read them before you rely on it.',
    unsupported.map((claim) => `- ${escapeMarkdown(claim.text)}${notes.cite(claim)}`).join('\n'),
  ];
}

function participantSection(summary: Summary): string[] {
  if (summary.participants.length === 0) return [];
  const rows = summary.participants.map(({ name, lines, talkMs }) => {
    const talk = talkMs === null ? '' : `, ${formatTime(talkMs)}`;
    return `- ${escapeMarkdown(name)}: ${lines} ${lines === 1 ? 'line' : 'lines'}${talk}`;
  });
  return ['## Participants', rows.join('\n')];
}

function qualityNotice({ quality }: Summary): string[] {
  if (quality.status === 'complete') return [];
  return [`**Degraded summary.** ${quality.reasons.map(escapeMarkdown).join('; ')}`];
}

function origin({ quality, model, template }: Summary): string {
  const label = model === 'offline-extractive' ? `${model} (offline, extractive)` : model;
  const coverage = Math.round(quality.coverage * 1000) / 10;
  return `_${quality.status}, ${coverage} % of the lines read · model ${escapeMarkdown(label)} · template ${escapeMarkdown(template)}_`;
}

/**
 * Footnotes in order of first use; the same lines cited twice share one. A label is the lines themselves (`[^40-43,51]`), so
 * that they can be read where nothing renders the Markdown.
 */
class Footnotes {
  readonly #lines: readonly Line[];
  readonly #cited = new Map<string, readonly LineRange[]>();

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  cite({ evidence }: Claim): string {
    if (evidence.length === 0) return '';
    const label = evidence.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
    this.#cited.set(label, evidence);
    return ` [^${label}]`;
  }

  render(): string {
    return [...this.#cited].map(([label, ranges]) => `[^${label}]: ${this.#describe(ranges)}`).join('\n');
  }

  #describe(ranges: readonly LineRange[]): string {
    const single = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
    const first = this.#lines[(ranges[0]?.from ?? 0) - 1];
    const time = first && first.startMs !== null ? ` at ${formatTime(first.startMs)}` : '';
    const speaker = first?.speaker ? `${escapeMarkdown(first.speaker)}: ` : '';
    const said = first ? ` — ${speaker}${escapeMarkdown(shorten(first.text, 160))}` : '';
    return `${single ? 'line' : 'lines'} ${formatRanges(ranges)}${time}${said}`;
  }
}

function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** Text from a transcript is data: nothing in it may become markup, a link or HTML. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&')
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, '$1\\$2')
    .replace(/(https?|ftp|mailto):/gi, '$1\\:')
    .replace(/www\./gi, (match) => match.replace('.', '\\.'))
    .replace(/&/g, '&amp;');
}
