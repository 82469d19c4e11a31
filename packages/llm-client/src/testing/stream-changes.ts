/** One event of a recorded or written stream. */
export type StreamEvent = { readonly [key: string]: unknown; readonly type: string };

type Fields = { readonly [key: string]: unknown };

/** What an endpoint does to a stream. The right answer stays the same. */
export type StreamChange = {
  name: string;
  /** A change that would leave no answer at all leaves the stream as it is. */
  apply: (events: readonly StreamEvent[]) => readonly StreamEvent[];
  /** The answer is then only in texts and arguments that other events bring. */
  needsDeltas?: true;
  /** Whether it changes the final response too, and leaves its output there. */
  changesFinal?: true;
};

const ADDED = 'response.output_item.added';
const DONE = 'response.output_item.done';
const COMPLETED = 'response.completed';

/** Each change that endpoints are known to make, and the combinations of them that leave the least to go by. */
export const STREAM_CHANGES: readonly StreamChange[] = [
  { name: 'as it is', apply: (events) => events, changesFinal: true },
  { name: 'final output emptied', apply: (events) => withOutput(events, []) },
  { name: 'final output null', apply: (events) => withOutput(events, null) },
  { name: 'final output absent', apply: (events) => withOutput(events, undefined) },
  { name: 'ids rotate', apply: rotateIds, changesFinal: true },
  { name: 'no output_index', apply: dropIndexes },
  { name: 'done items twice', apply: doubleDone },
  { name: 'no added items', apply: (events) => without(events, ADDED) },
  { name: 'unknown events between all', apply: addUnknown },
  { name: 'no item events at all', apply: keepEnds },
  { name: 'no done items', apply: (events) => without(events, DONE) },
  { name: 'items with id null', apply: nullItemIds },
  { name: 'all ids null', apply: nullAllIds, changesFinal: true },
  { name: 'call ids of the done items differ', apply: renameDoneCalls },
  { name: 'ids rotate, final output emptied', apply: (events) => withOutput(rotateIds(events), []) },
  { name: 'no output_index, final output emptied', apply: (events) => withOutput(dropIndexes(events), []) },
  { name: 'done items twice, final output emptied', apply: (events) => withOutput(doubleDone(events), []) },
  { name: 'no added items, final output emptied', apply: (events) => withOutput(without(events, ADDED), []) },
  {
    name: 'no done items, final output emptied',
    apply: (events) => withOutput(without(events, DONE), []),
    needsDeltas: true,
  },
  {
    name: 'items with id null, final output emptied',
    apply: (events) => withOutput(nullItemIds(events), []),
  },
  { name: 'all ids null, final output emptied', apply: (events) => withOutput(nullAllIds(events), []) },
  {
    name: 'all ids null, no output_index, final output emptied',
    apply: (events) => withOutput(dropIndexes(nullAllIds(events)), []),
  },
  {
    name: 'no added items, no output_index, ids rotate, final output absent',
    apply: (events) => withOutput(dropIndexes(rotateIds(without(events, ADDED))), undefined),
  },
  { name: 'everything at once', apply: changeEverything },
];

/** All that can be changed together: what is left is one done item after the other, each twice, without place or name. */
export function changeEverything(events: readonly StreamEvent[]): readonly StreamEvent[] {
  return addUnknown(withOutput(rotateIds(dropIndexes(doubleDone(without(events, ADDED)))), []));
}

/** The response of the `completed` event, as it would be the body of an answer without streaming. */
export function finalResponse(events: readonly StreamEvent[]): Fields | undefined {
  const response = events.find((event) => event.type === COMPLETED)?.['response'];
  return isFields(response) ? response : undefined;
}

function hasFinalOutput(events: readonly StreamEvent[]): boolean {
  const output = finalResponse(events)?.['output'];
  return Array.isArray(output) && output.length > 0;
}

function withOutput(events: readonly StreamEvent[], output: unknown): StreamEvent[] {
  return events.map((event) => {
    const { response } = event;
    if (event.type !== COMPLETED || !isFields(response)) return event;
    const { output: _output, ...rest } = response;
    return { ...event, response: output === undefined ? rest : { ...rest, output } };
  });
}

function without(events: readonly StreamEvent[], type: string): StreamEvent[] {
  return events.filter((event) => event.type !== type);
}

/** Each event has ids of its own, as if no two spoke of the same thing. Call ids stay: a call is answered by them. */
function rotateIds(events: readonly StreamEvent[]): StreamEvent[] {
  return events.map((event, at) => renameIds(event, (place) => `id_${at}_${place}`));
}

function nullAllIds(events: readonly StreamEvent[]): StreamEvent[] {
  return events.map((event) => renameIds(event, () => null));
}

function nullItemIds(events: readonly StreamEvent[]): StreamEvent[] {
  return events.map((event) =>
    isFields(event['item']) ? { ...event, item: { ...event['item'], id: null } } : event,
  );
}

function renameIds(event: StreamEvent, rename: (place: string) => string | null): StreamEvent {
  const { item, response } = event;
  const inItem = (each: unknown, place: string): unknown =>
    isFields(each) && 'id' in each ? { ...each, id: rename(place) } : each;
  return {
    ...event,
    ...('item_id' in event ? { item_id: rename('item') } : {}),
    ...(isFields(item) ? { item: inItem(item, 'item') } : {}),
    ...(isFields(response) && Array.isArray(response['output'])
      ? { response: { ...response, output: response['output'].map((each, at) => inItem(each, `${at}`)) } }
      : {}),
  };
}

function dropIndexes(events: readonly StreamEvent[]): StreamEvent[] {
  return events.map(({ output_index: _index, ...event }) => ({ ...event, type: event.type }));
}

function doubleDone(events: readonly StreamEvent[]): StreamEvent[] {
  return events.flatMap((event) => (event.type === DONE ? [event, event] : [event]));
}

function addUnknown(events: readonly StreamEvent[]): StreamEvent[] {
  const between = [
    { type: 'codex.rate_limits', limits: [] },
    { type: 'keepalive' },
    { type: 'response.something_new.delta', output_index: 0, item_id: 'new', delta: '{"new":1}' },
    { type: 'ping', response: { id: 'resp_of_a_ping', output: [{ type: 'message', content: [] }] } },
  ];
  return events.flatMap((event, at) => [between[at % between.length] ?? { type: 'ping' }, event]);
}

function keepEnds(events: readonly StreamEvent[]): readonly StreamEvent[] {
  return hasFinalOutput(events)
    ? events.filter((event) => event.type === 'response.created' || event.type === COMPLETED)
    : events;
}

/** The final list wins, so the change is one only where there is such a list. */
function renameDoneCalls(events: readonly StreamEvent[]): readonly StreamEvent[] {
  if (!hasFinalOutput(events)) return events;
  return events.map((event, at) =>
    event.type === DONE && isFields(event['item']) && 'call_id' in event['item']
      ? { ...event, item: { ...event['item'], call_id: `other_${at}` } }
      : event,
  );
}

/** A call as the wire has it. */
export type AnsweredCall = { name: string; call_id: string; arguments: string };

/** Text and function calls of an output, be it the wire's or the SDK's. */
export function answerOf(output: readonly unknown[]): { text: string; calls: AnsweredCall[] } {
  const items = output.filter(isFields);
  const parts = items.flatMap((item): unknown[] =>
    item['type'] === 'message' && Array.isArray(item['content']) ? item['content'] : [],
  );
  return {
    text: parts
      .map((part) => (isFields(part) && part['type'] === 'output_text' ? String(part['text']) : ''))
      .join(''),
    calls: items
      .filter((item) => item['type'] === 'function_call')
      .map((item) => ({
        name: String(item['name']),
        call_id: String(item['callId'] ?? item['call_id']),
        arguments: String(item['arguments']),
      })),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
