/** What a stream carries: a text, or the arguments of one function call. */
export type StreamKind = 'text' | 'arguments';

/** The whole stream as fast as it is read, or one event after the other with a pause, so that each comes alone. */
type Pace = 'at-once' | 'paced';

export type StreamShape = { kind: StreamKind; deltas: number; pace: Pace };

/** Characters of one delta; all are ASCII, so they are bytes too. */
export const DELTA_LENGTH: Record<StreamKind, number> = { text: 6, arguments: 10 };

/** A stream is asked for by the model's name, since that is what every contender can send. */
export function modelNameOf(shape: StreamShape): string {
  return `${shape.kind}/${shape.deltas}/${shape.pace}`;
}

export function findShape(modelName: string): StreamShape | undefined {
  const [kind, deltas, pace] = modelName.split('/');
  if (kind !== 'text' && kind !== 'arguments') return undefined;
  if (pace !== 'at-once' && pace !== 'paced') return undefined;
  return { kind, deltas: Number(deltas), pace };
}

/** What every contender has to bring home. */
export function contentOf(shape: StreamShape): string {
  const length = shape.deltas * DELTA_LENGTH[shape.kind];
  if (shape.kind === 'text') return 'words '.repeat(shape.deltas).slice(0, length);
  const [open, close] = ['{"text":"', '"}'];
  return (
    open + 'written by a model '.repeat(length / 10).slice(0, length - open.length - close.length) + close
  );
}
