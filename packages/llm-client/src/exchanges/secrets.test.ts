import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REMOVED, Secrets } from './secrets.ts';

/** Bytes of a small alphabet, so that texts are full of beginnings of the secrets. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), maxLength: 60 });
const secret = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 8, maxLength: 12 });

describe('the filter of bytes', () => {
  it('gives what the whole text gives, wherever the pieces end', () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 2 }),
        fc.array(fc.oneof(text, secret), { maxLength: 8 }),
        fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 20 }),
        (known, parts, sizes) => {
          const secrets = new Secrets();
          for (const one of known) secrets.add(one);
          const bytes = Buffer.from([...parts, ...known].join(''), 'utf8');
          const filter = secrets.filter();
          const written: Buffer[] = [];
          let at = 0;
          for (let turn = 0; at < bytes.length; turn += 1) {
            const size = (sizes[turn % sizes.length] ?? 0) + 1;
            written.push(filter.push(bytes.subarray(at, at + size)));
            at += size;
          }
          written.push(filter.end());
          const result = Buffer.concat(written).toString('utf8');
          for (const one of known) expect(result).not.toContain(one);
          expect(result).toContain(REMOVED);
        },
      ),
    );
  });

  it('changes no byte where there is no secret', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (pieces) => {
        const secrets = new Secrets();
        secrets.add('not in there, nowhere');
        const filter = secrets.filter();
        const written = Buffer.concat([...pieces.map((piece) => filter.push(piece)), filter.end()]);
        expect(written.equals(Buffer.concat(pieces))).toBe(true);
      }),
    );
  });
});

describe('headers', () => {
  it('lose the values of keys, cookies and accounts, and keep what a replay needs', () => {
    const removed = [
      'Authorization',
      'Proxy-Authorization',
      'api-key',
      'x-api-key',
      'X-Goog-Api-Key',
      'cookie',
    ];
    removed.push(
      'x-amz-security-token',
      'x-client-secret',
      'x-credential',
      'OpenAI-Organization',
      'openai-project',
    );
    const kept = [
      'content-type',
      'x-request-id',
      'retry-after',
      'retry-after-ms',
      'x-ratelimit-remaining-tokens',
    ];
    const headers = new Headers([...removed, ...kept].map((name) => [name, 'value']));
    expect(new Secrets().cleanHeaders(headers, 'client')).toEqual(
      Object.fromEntries([
        ...removed.map((name) => [name.toLowerCase(), REMOVED]),
        ...kept.map((name) => [name, 'value']),
      ]),
    );
  });

  it('teach the password of Basic authorisation', () => {
    const secrets = new Secrets();
    const basic = Buffer.from('me:pass:word-0123').toString('base64');
    secrets.cleanHeaders(new Headers({ authorization: `Basic ${basic}` }), 'client');
    expect(secrets.removeFrom(`${basic} me pass:word-0123`)).toBe(`${REMOVED} me ${REMOVED}`);
  });

  it('of an endpoint that merely describe a key hide nothing of the text', () => {
    const secrets = new Secrets();
    secrets.cleanHeaders(new Headers({ 'x-key-kind': 'function_call' }), 'endpoint');
    expect(secrets.removeFrom('"type":"function_call"')).toBe('"type":"function_call"');
  });
});
