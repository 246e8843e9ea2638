import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError, createClient, dialects } from '../../../lib/api/index.ts';
import { postFile } from '../../../lib/api/post-file.ts';
import { createRedactor } from '../../../lib/api/redact.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, startRawServer } from './helpers/raw-server.ts';

const key = 'aB3 $/ü&"k?y+=1';

const encodings: Readonly<Record<string, (key: string) => string>> = {
  plain: (text) => text,
  'as a component': encodeURIComponent,
  'in lower-case hex': (text) => encodeURIComponent(text).toLowerCase(),
  twice: (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form field': (text) => new URLSearchParams({ k: text }).toString().slice(2),
  'in an address': (text) => new URL(`https://host.example/?${text}`).search,
  'in JSON': (text) => JSON.stringify({ text }),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
};

describe('the redactor', () => {
  test.each(Object.entries(encodings))('finds the key %s', (_, encode) => {
    const written = encode(key);
    const text = createRedactor(key).text(`before ${written} after`);
    expect(text).toContain('[key]');
    expect(text).not.toMatch(/aB3|k%3fy|k\?y/i);
  });

  test('finds the key in longer base64 texts, at each byte offset', () => {
    const long = 'k3y-Of*an Account';
    for (const before of ['', 'a', 'ab', 'abc', 'key=']) {
      const written = Buffer.from(`${before}${long} and more`).toString('base64');
      const text = createRedactor(long).text(written);
      expect(text).toContain('[key]');
      // A character at either end has a few bits of the key.
      const removed = written.length - text.replace('[key]', '').length;
      expect(removed).toBeGreaterThanOrEqual(Math.floor((long.length * 8 - 10) / 6));
    }
  });

  test('ignores fragments of short keys in base64', () => {
    expect(createRedactor('abc').text('Sta2JjaWZmbGU= FiYw Y')).toBe('Sta2JjaWZmbGU= FiYw Y');
  });

  test('finds a short key in each letter case of percent forms, and in no other case', () => {
    const { text } = createRedactor('a?/K');
    for (const written of ['a%3F%2FK', 'a%3f%2fK', 'a%3f%2FK', 'a%253F%252FK', 'a%253f%252fK'])
      expect(text(`x${written}x`)).toBe('x[key]x');
    expect(text('A%3F%2Fk')).toBe('A%3F%2Fk');
  });

  test('leaves no key in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 3, unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          fc.pre(secret.trim() === secret && secret.isWellFormed() && !'[key]'.includes(secret));
          const { text } = createRedactor(secret);
          for (const rest of text(before + secret + after).split('[key]')) expect(rest).not.toContain(secret);
        },
      ),
    );
  });

  test('keeps a word of the service’s message that equals a short key', () => {
    expect(createRedactor('wrong').text('Wrong auth')).toBe('Wrong auth');
  });

  test('leaves a short key in data', () => {
    expect(createRedactor('wrong').data('wrong.mp4')).toBe('wrong.mp4');
    expect(createRedactor('as long as a key').data('as long as a key.mp4')).toBe('[key].mp4');
  });

  test('copies errors without their other properties', () => {
    const cause = Object.assign(new TypeError(`connect to ?key=${key}`), {
      code: 'ECONNRESET',
      request: { url: key },
    });
    const thrown = new Error(`failed: ${key}`, { cause });
    const copy = createRedactor(key).error(thrown);
    expect(inspect(copy, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('aB3');
    expect(copy).toMatchObject({
      message: 'failed: [key]',
      cause: { name: 'TypeError', code: 'ECONNRESET' },
    });
  });

  test('handles circular causes', () => {
    const thrown = new Error('one');
    thrown.cause = thrown;
    expect(createRedactor(key).error(thrown)).toBeInstanceOf(Error);
  });
});

describe('no result of a client has the key', () => {
  const echo = (text: string) => ({
    file_code: 'abc',
    filecode: 'abc',
    fld_id: '7',
    title: `t ${text}`,
    name: `n ${text}`,
    code: text,
    new_title: text,
    email: text,
    remote_url: `https://host.example/?key=${encodeURIComponent(text)}`,
    download_url: `https://host.example/?${encodeURIComponent(text)}`,
    single_img: `/i/${text}.jpg`,
  });

  test.each(tableOfCalls.filter(({ name }) => name !== 'uploads.server'))('$name', async ({ name, run }) => {
    const entry = echo(key);
    const isSingle = /add|clone|create|account.info/.test(name);
    const isHolder = /^(folders.list|files.(list|iterate))$/.test(name);
    const result = isSingle ? entry : isHolder ? { folders: [entry], files: [entry] } : [entry];
    const server = await startRawServer((request, response) => {
      request.resume();
      const isAddress = request.url?.startsWith('/api/upload/server');
      const body = { ...entry, msg: 'OK', status: 200, result: isAddress ? `${server.url}/up` : result };
      response.end(JSON.stringify(body));
    });
    const client = createClient({ baseUrl: server.url, key, limiter: fastLimiter(), maxRetries: 0 });
    const read = await run(client, new AbortController().signal).catch((error: unknown) => error);
    await server.close();
    expect(inspect(read, { depth: Number.POSITIVE_INFINITY })).not.toMatch(/aB3/i);
  });

  test('a key that the service escaped is redacted, too', async () => {
    for (const escapeText of [
      (text: string) => text.replace('3', '\\u0033'),
      (text: string) => text.replaceAll('/', '\\/'),
    ]) {
      const body = JSON.stringify({ msg: 'OK', status: 200, result: { files: [echo(key)] } });
      const server = await startRawServer(answering(escapeText(body)));
      const read = await createClient({
        baseUrl: server.url,
        key,
        limiter: fastLimiter(),
        maxRetries: 0,
      }).files.list();
      await server.close();
      expect(inspect(read, { depth: Number.POSITIVE_INFINITY })).not.toMatch(/aB3/i);
    }
  });

  test('the upload address keeps the key', async () => {
    const address = `https://up.example/${encodeURIComponent(key)}`;
    const server = await startRawServer(answering({ status: 200, msg: 'OK', result: address }));
    const client = createClient({ baseUrl: server.url, key, limiter: fastLimiter(), maxRetries: 0 });
    const given = await client.uploads.server();
    await server.close();
    expect(given).toBe(address);
  });

  test('the entry of an upload without an envelope is redacted', async () => {
    for (const body of [JSON.stringify([echo(key)]), `<textarea name="fn">${key}</textarea>`]) {
      const post = async () => ({ complete: true, status: 200, text: body, redirect: false }) as const;
      const { upload: form } = dialects.document;
      const options = { address: 'https://up.example/', baseUrl: 'https://up.example', key, form };
      const read = await postFile({ ...options, file: new Blob(['x']) }, post).catch((error) => error);
      expect(inspect(read, { depth: Number.POSITIVE_INFINITY })).not.toMatch(/aB3/i);
    }
  });
});

describe('no error of a client has the key', () => {
  /** Every kind of end, each with the key in it wherever the other side could put it. */
  const ends: Readonly<Record<string, (baseUrl: string) => Promise<unknown>>> = {
    refused: (baseUrl) =>
      createClient({ baseUrl, key, limiter: fastLimiter(), maxRetries: 0 }).files.rename('abc', 'x'),
    'a broken connection': () =>
      createClient({
        baseUrl: 'http://127.0.0.1:9',
        key,
        limiter: fastLimiter(),
        maxRetries: 0,
      }).account.info(),
    'a fetch that tells all': (baseUrl) => {
      const fetch = async (input: unknown) => {
        const { url } = input as Request;
        throw Object.assign(new TypeError(`fetch failed: ${url}`, { cause: new Error(url) }), { url });
      };
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).account.info();
    },
    'a fetch that throws a text': (baseUrl) => {
      const fetch = (input: unknown) => Promise.reject((input as Request).url);
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).account.info();
    },
    aborted: (baseUrl) =>
      createClient({ baseUrl, key, limiter: fastLimiter(), maxRetries: 0 }).account.info({
        signal: AbortSignal.abort(new Error(key)),
      }),
    'an upload': () => {
      const baseUrl = 'http://127.0.0.1:9';
      const fetch: typeof globalThis.fetch = async (input) => {
        const { url } = input as Request;
        if (url.includes('/api/'))
          return Response.json({ msg: 'OK', status: 200, result: `${baseUrl}/up?a=1` });
        await (input as Request).arrayBuffer();
        throw new TypeError(`POST ${url} failed`);
      };
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).uploads.send(
        new Blob(['x']),
      );
    },
  };

  test.each(Object.entries(ends))('%s', async (name, end) => {
    // 300 characters are kept of the words: the key must not be left half at the cut.
    const msg = `${'x'.repeat(290)}${key} is not welcome, nor is ${encodeURIComponent(key)}`;
    const server = await startRawServer(answering({ status: 400, msg }));
    const error = await end(server.url).catch((caught: unknown) => caught);
    await server.close();
    expect(error).toBeInstanceOf(ApiError);
    const all = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(all).not.toMatch(/aB3/i);
    if (name !== 'a broken connection') expect(all).toContain('[key]');
  });

  test('inspecting a client does not show the key', () => {
    const client = createClient({ baseUrl: 'https://host.example', key });
    expect(inspect(client, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('aB3');
    expect(JSON.stringify(client)).not.toContain('aB3');
  });
});
