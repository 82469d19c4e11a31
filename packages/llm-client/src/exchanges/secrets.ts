import { isJsonObject } from '../json-value.ts';

/** Stands where a secret was. Of characters that JSON, URLs and headers leave as they are. */
export const REMOVED = '***removed***';

/** Keys, cookies and whose account it is; names are matched anywhere, so that `x-goog-api-key` is seen as well. */
const SECRET_HEADER =
  /auth|key|token|secret|credential|cookie|passw|session|signature|organi[sz]ation|project/i;
/** Counts tokens, as in `x-ratelimit-remaining-tokens`. */
const COUNTING_HEADER = /ratelimit/i;
const ACCOUNT_HEADER = /organi[sz]ation|project/i;
const SECRET_PARAMETER = /auth|key|token|secret|credential|passw|signature|^sig$|^code$/i;
/** Shorter ones (`none`, `test`) are placeholders that stand in ordinary text; they are removed from headers and URLs alone. */
const SHORTEST_SEARCHED = 8;

/** What one recording must not hold. It learns secrets from where they are sent, and removes them wherever they come up again. */
export class Secrets {
  readonly #known = new Set<string>();
  /** As they may be written in JSON, in a URL or plainly; the longest first, because one may begin with another. */
  #forms: string[] = [];

  add(secret: string): void {
    if (secret.length < SHORTEST_SEARCHED || secret === REMOVED || this.#known.has(secret)) return;
    this.#known.add(secret);
    const quoted = JSON.stringify(secret).slice(1, -1);
    const forms = [secret, quoted, quoted.replaceAll('/', String.raw`\/`), encodeURIComponent(secret)];
    this.#forms = [...new Set([...this.#forms, ...forms])].toSorted((a, b) => b.length - a.length);
  }

  removeFrom(text: string): string {
    return this.#forms.reduce((left, form) => left.replaceAll(form, REMOVED), text);
  }

  /** For bytes that come in pieces. */
  filter(): SecretFilter {
    return new SecretFilter(() => this.#forms);
  }

  /** Headers for a file, by name; learns the secrets among them. Values of unknown meaning are only searched for where they are sent. */
  cleanHeaders(headers: Headers, sender: 'client' | 'endpoint'): Record<string, string> {
    for (const [name, value] of headers) {
      if (isSecretHeader(name) && (sender === 'client' || ACCOUNT_HEADER.test(name))) this.#addValue(value);
    }
    for (const cookie of headers.getSetCookie()) this.#addValue(cookie.split(';')[0] ?? '');
    const clean: Record<string, string> = {};
    for (const [name, value] of headers)
      clean[name] = isSecretHeader(name) ? REMOVED : this.removeFrom(value);
    return clean;
  }

  /** The URL without credentials; learns those it had. */
  cleanURL(given: string): string {
    const url = URL.parse(given);
    if (url === null) return this.removeFrom(given);
    for (const part of ['username', 'password'] as const) {
      if (url[part] === '') continue;
      // A user name may be anybody's first name; a password is none.
      if (part === 'password') this.add(decode(url.password));
      url[part] = REMOVED;
    }
    const names = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
    for (const name of names) {
      for (const value of url.searchParams.getAll(name)) this.add(value);
      url.searchParams.set(name, REMOVED);
    }
    return this.removeFrom(url.href);
  }

  /** Learns what a request hands on to the tool servers that the endpoint is to call. */
  learnFromBody(body: unknown): void {
    if (!isJsonObject(body) || !Array.isArray(body['tools'])) return;
    for (const tool of body['tools']) {
      if (!isJsonObject(tool) || tool['type'] !== 'mcp') continue;
      const { authorization, headers } = tool;
      for (const value of [authorization, ...(isJsonObject(headers) ? Object.values(headers) : [])]) {
        if (typeof value === 'string') this.#addValue(value);
      }
    }
  }

  /** A header's value: `Bearer …`, `Basic …`, cookies, or the secret alone. */
  #addValue(value: string): void {
    this.add(value);
    const [, scheme, rest] = /^([\w-]+)\s+(\S.*)$/.exec(value) ?? [];
    if (rest !== undefined) this.add(rest);
    if (scheme?.toLowerCase() === 'basic' && rest !== undefined) {
      const [, ...password] = Buffer.from(rest, 'base64').toString('utf8').split(':');
      this.add(password.join(':'));
    }
    for (const pair of value.split(';')) {
      const at = pair.indexOf('=');
      if (at > 0) this.add(pair.slice(at + 1).trim());
    }
  }
}

/** Removes secrets from bytes that come in pieces: the end of a piece is held back as long as it may be the start of a secret. */
class SecretFilter {
  readonly #forms: () => readonly string[];
  /** Each character is one byte. */
  #held = '';

  constructor(forms: () => readonly string[]) {
    this.#forms = forms;
  }

  push(piece: Uint8Array): Buffer {
    this.#held += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    const longest = this.#remove();
    return this.#take(Math.max(0, this.#held.length - Math.max(0, longest - 1)));
  }

  end(): Buffer {
    this.#remove();
    return this.#take(this.#held.length);
  }

  /** @returns the bytes of the longest secret */
  #remove(): number {
    let longest = 0;
    for (const form of this.#forms()) {
      const bytes = Buffer.from(form, 'utf8').toString('latin1');
      longest = Math.max(longest, bytes.length);
      this.#held = this.#held.replaceAll(bytes, REMOVED);
    }
    return longest;
  }

  #take(length: number): Buffer {
    const taken = Buffer.from(this.#held.slice(0, length), 'latin1');
    this.#held = this.#held.slice(length);
    return taken;
  }
}

function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name) && !COUNTING_HEADER.test(name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
