import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../../lib/api/entities.ts';
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
  'in JSON as PHP writes it': (text) => JSON.stringify({ text }).replaceAll('/', '\\/'),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in base64 of addresses': (text) => Buffer.from(text).toString('base64url'),
  ...laterDecoded(),
};

/** Texts that contain the key only after they are decoded for display. */
function laterDecoded(): Readonly<Record<string, (key: string) => string>> {
  const each = (encode: (character: string) => string) => (text: string) => [...text].map(encode).join('');
  const getCode = (character: string) => character.codePointAt(0) ?? 0;
  const percent = each((one) => [...Buffer.from(one)].map((byte) => `%${byte.toString(16)}`).join(''));
  const entities = each((one) => `&#${getCode(one)};`);
  return {
    'in decimal entities': entities,
    'in hexadecimal entities without a semicolon': each((one) => `&#x${getCode(one).toString(16)}`),
    'in entities in its middle': (text) => `${text.slice(0, 4)}${entities(text.slice(4, 8))}${text.slice(8)}`,
    'in entities of entities': (text) => entities(text).replaceAll('&', '&amp;'),
    'in percent signs': percent,
    'in entities of percent signs': (text) => entities(percent(text)),
    'in percent signs of entities': (text) => percent(entities(text)),
    'in escapes of scripts': each((one) => `\\u${getCode(one).toString(16).padStart(4, '0')}`),
    'in wide letters': each((one) => (/[!-~]/.test(one) ? String.fromCodePoint(getCode(one) + 0xfee0) : one)),
    ...Object.fromEntries(
      ['200b', '200d', '200c', '2060', 'feff', 'ad', '202e', 'fe0f', 'e0041', '34f', '3164', '180e'].map(
        (code) => [
          `with U+${code} between its letters`,
          (text: string) => [...text].join(String.fromCodePoint(Number.parseInt(code, 16))),
        ],
      ),
    ),
    'with entities of invisible characters': (text) => [...text].join('&ZeroWidthSpace;&#8203;&shy;'),
    'with control characters': (text) => [...text].join('\u0001\n'),
  };
}

describe('the redactor', () => {
  test.each(Object.entries(encodings))('finds the key %s', (_, encode) => {
    const written = encode(key);
    const text = createRedactor(key).text(`before ${written} after`);
    expect(text).toContain('[key]');
    expect(text).not.toMatch(/aB3|k%3fy|k\?y/i);
    // As displayed or compared.
    const shown = toPlainText(toPlainText(text))
      .normalize('NFKC')
      .replace(/\p{DI}/gu, '');
    expect(shown).not.toContain(key);
  });

  test('leaves encoded text unchanged if it lacks the key', () => {
    const { text } = createRedactor(key);
    const given = 'caf&eacute; 100%25 \\u0041 ａＢ👨‍👩‍👧 می‌خواهم soft\u00adhyphen';
    expect(text(given)).toBe(given);
  });

  test('runs in linear time', () => {
    const { text } = createRedactor('a key of many letters');
    for (const part of ['&amp;', '%25', '%', '&#', '\\u005c', '\u200b', '&amp;amp;', '\u0301\u0327']) {
      const started = performance.now();
      text(part.repeat(200_000));
      expect(performance.now() - started, part).toBeLessThan(2_000);
    }
  });

  test('finds the key in longer base64 texts, at each byte offset', () => {
    const long = 'k3y-Of*an Account';
    for (const before of ['', 'a', 'ab', 'abc', 'key=']) {
      const written = Buffer.from(`${before}${long} and more`).toString('base64');
      const text = createRedactor(long).text(written);
      expect(text).toContain('[key]');
      // The character at each end contains a few bits of the key.
      const removed = written.length - text.replace('[key]', '').length;
      expect(removed).toBeGreaterThanOrEqual(Math.floor((long.length * 8 - 10) / 6));
    }
  });

  test('ignores fragments of short keys in base64', () => {
    expect(createRedactor('abc').text('Sta2JjaWZmbGU= FiYw Y')).toBe('Sta2JjaWZmbGU= FiYw Y');
  });

  test('finds a short key in each letter case of percent encodings, and in no other case', () => {
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

  test.each(Object.entries(laterDecoded()))('a key %s', async (_, encode) => {
    const written = encode(key);
    const entry = { ...echo(written), remote_url: `https://host.example/${written}`, descr: written };
    const body = { msg: written, status: 200, result: { files: [entry], folders: [entry], email: written } };
    const server = await startRawServer(answering(body));
    const client = createClient({ baseUrl: server.url, key, limiter: fastLimiter(), maxRetries: 0 });
    const read = [await client.files.list(), await client.account.info(), await client.folders.list('0')];
    await server.close();
    const shown = inspect(read, { depth: Number.POSITIVE_INFINITY });
    expect(shown).not.toMatch(/aB3|a%42%33/i);
    expect(shown.normalize('NFKC').replace(/\p{DI}/gu, '')).not.toMatch(/aB3/i);
  });

  test('a key of digits that the service returns as a number', async () => {
    const digits = '12345678901';
    const body = { msg: 'OK', status: 200, result: { email: Number(digits), balance: Number(digits) } };
    const server = await startRawServer(answering(body));
    const client = createClient({ baseUrl: server.url, key: digits, limiter: fastLimiter(), maxRetries: 0 });
    const read = await client.account.info();
    await server.close();
    expect(inspect(read)).not.toContain(digits);
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
  /** Every kind of outcome, with the key wherever the other side could put it. */
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
        const url = String(input);
        throw Object.assign(new TypeError(`fetch failed: ${url}`, { cause: new Error(url) }), { url });
      };
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).account.info();
    },
    'a fetch that throws a text': (baseUrl) => {
      const fetch = (input: unknown) => Promise.reject(String(input));
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).account.info();
    },
    aborted: (baseUrl) =>
      createClient({ baseUrl, key, limiter: fastLimiter(), maxRetries: 0 }).account.info({
        signal: AbortSignal.abort(new Error(key)),
      }),
    'an upload': () => {
      const baseUrl = 'http://127.0.0.1:9';
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const url = String(input);
        if (url.includes('/api/'))
          return Response.json({ msg: 'OK', status: 200, result: `${baseUrl}/up?a=1` });
        await new Request(url, init).arrayBuffer();
        throw new TypeError(`POST ${url} failed`);
      };
      return createClient({ baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 }).uploads.send(
        new Blob(['x']),
      );
    },
  };

  test.each(Object.entries(ends))('%s', async (name, end) => {
    // Messages are cut at 300 characters, which must not leave half the key.
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
