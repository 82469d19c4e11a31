/** One server-sent event: its `event:` name, '' when it has none, and its data lines joined. */
export type ServerSentEvent = { name: string; data: string };

/**
 * Server-sent events out of pieces of text, in linear time whatever the pieces are: a line that comes in many pieces is joined once.
 * `finish` gives what stands after the last blank line, since some endpoints leave that blank line out.
 */
export class SseDecoder {
  #pending: string[] = [];
  #name = '';
  #data: string[] = [];
  #heldReturn = false;

  decode(piece: string): ServerSentEvent[] {
    const text = this.#normalise(piece);
    const events: ServerSentEvent[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line(this.#take(text.slice(from, end)), events);
      from = end + 1;
    }
    if (from < text.length) this.#pending.push(text.slice(from));
    return events;
  }

  finish(): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const rest = this.#take('');
    if (rest !== '') this.#line(rest, events);
    this.#line('', events);
    return events;
  }

  #take(end: string): string {
    if (this.#pending.length === 0) return end;
    this.#pending.push(end);
    const line = this.#pending.join('');
    this.#pending = [];
    return line;
  }

  /** Line ends become '\n'; a '\r' at the end of a piece waits for the '\n' that may follow it. */
  #normalise(piece: string): string {
    let text = piece;
    if (this.#heldReturn) {
      text = `\r${text}`;
      this.#heldReturn = false;
    }
    if (!text.includes('\r')) return text;
    if (text.endsWith('\r')) {
      this.#heldReturn = true;
      text = text.slice(0, -1);
    }
    return text.replace(/\r\n?/g, '\n');
  }

  #line(line: string, events: ServerSentEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0)
        events.push({
          name: this.#name,
          data: this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n'),
        });
      this.#name = '';
      this.#data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
  }
}
