/** The meaning of a response: its code, and whether the request may have taken effect. */
import { describe, expect, test } from 'vitest';
import { createMessageFormatter, parseResponse } from '../../../lib/api/envelope.ts';
import { ApiError, createClient } from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, type Handler, startRawServer } from './helpers/raw-server.ts';

const tidy = createMessageFormatter((text) => text);
const page = '<html><body>Forbidden</body></html>';

function judged(body: unknown, status = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const verdict = parseResponse({ complete: true, status, text, redirect: false }, tidy);
  return verdict.ok ? 'ok' : `${verdict.code}${verdict.isUncertain ? '?' : ''}`;
}

/** A question mark: the request may have taken effect. */
describe('the status of the envelope decides', () => {
  test.each<[body: unknown, http: number, code: string]>([
    [{ status: 200, msg: 'OK' }, 200, 'ok'],
    [{ status: '200', msg: 'OK' }, 500, 'ok'],
    [{ status: 'OK', result: [] }, 200, 'ok'],
    [{ msg: 'OK' }, 200, 'ok'],
    [{ result: [] }, 200, 'ok'],
    [{ status: 'fine', result: [] }, 200, 'ok'],
    [{ status: 'error', result: [] }, 200, 'refused'],
    [{ status: false, msg: 'OK', result: 'true' }, 200, 'refused'],
    [{ status: 'Failed', msg: 'Invalid key', result: null }, 200, 'unauthorized'],
    [{ status: 400, msg: 'Invalid key' }, 200, 'unauthorized'],
    [{ status: 400, msg: 'Missing API key' }, 200, 'unauthorized'],
    [{ status: 403, msg: 'Wrong auth' }, 200, 'unauthorized'],
    [{ status: '403', msg: 'wrong AUTH' }, 200, 'unauthorized'],
    [{ status: 403 }, 200, 'unauthorized'],
    [{ status: 401, msg: 'Who are you?' }, 200, 'unauthorized'],
    [{ status: 403, msg: 'limit reached: 50 per day' }, 200, 'quota-exceeded'],
    [{ status: 403, msg: 'You have reached the limit per min' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Not enough disk space' }, 200, 'quota-exceeded'],
    [{ status: 429, msg: 'Too many uploads per day' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Daily limit of links reached' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Storage limit reached' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Upload limit reached' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Storage limit: too many uploads' }, 200, 'quota-exceeded'],
    [{ status: 400, msg: 'Too many requests: limit of uploads' }, 200, 'rate-limited'],
    [{ status: 400, msg: 'Remote upload limit reached' }, 200, 'refused'],
    [{ status: 403, msg: 'Not your file' }, 200, 'not-found'],
    [{ status: 403, msg: 'Access denied.' }, 200, 'unauthorized'],
    [{ status: 403, msg: 'Your account was suspended' }, 200, 'unauthorized'],
    // A bad key stops everything, so a message about anything else must not count as one.
    [{ status: 403, msg: 'This link is forbidden here' }, 200, 'refused'],
    [{ status: 403, msg: 'Invalid file key' }, 200, 'refused'],
    [{ status: 403, msg: 'Premium is needed for remote uploads' }, 200, 'refused'],
    [{ status: 400, msg: 'Unknown Author - Song.mp3 was not fetched' }, 200, 'refused'],
    [{ status: 403, msg: 'Unknown Author - Song.mp3 is already in the queue' }, 200, 'refused'],
    [{ status: 400, msg: 'Wrong Key.mp4 already exists' }, 200, 'refused'],
    [{ status: 400, msg: '88 Miles per Hour.mp4 is already in the queue' }, 200, 'refused'],
    [{ status: 400, msg: '88 Miles per Hour.mp4 cannot be fetched' }, 200, 'refused'],
    [{ status: 400, msg: 'Only 20 links per hour. Try again later.' }, 200, 'quota-exceeded'],
    [{ status: 403, msg: 'Maximum file size exceeded' }, 200, 'refused'],
    [{ status: 400, msg: 'File is too large: over the limit of 5 GB' }, 200, 'refused'],
    [{ status: 400, msg: 'Duplicate of Daily Quota.webm' }, 200, 'refused'],
    [{ status: 403, msg: 'Invalid authentication' }, 200, 'unauthorized'],
    [{ status: 403, msg: 'Authorisation failed' }, 200, 'unauthorized'],
    [{ status: 403, msg: 'API key not found' }, 200, 'unauthorized'],
    [{ status: 404, msg: 'User not found' }, 404, 'unauthorized'],
    [{ status: 400, msg: 'No such user' }, 200, 'unauthorized'],
    [{ status: 404, msg: 'Not found or not your file' }, 200, 'not-found'],
    [{ status: '429', msg: 'Too Many Requests' }, 200, 'rate-limited'],
    [{ status: 403, msg: 'You are sending requests too fast' }, 200, 'rate-limited'],
    [{ status: 429 }, 429, 'rate-limited'],
    [{ status: 404, msg: 'no file' }, 200, 'not-found'],
    [{ status: 400, msg: 'No such folder' }, 200, 'not-found'],
    [{ status: 400, msg: 'Already in the queue' }, 200, 'refused'],
    [{ status: 400, msg: 'No free slots' }, 200, 'refused'],
    [{ status: 400 }, 200, 'refused'],
    // Elsewhere, "exceeds the limit" is about the account. Here, only a shorter request helps.
    [{ status: 414, msg: 'The address exceeds the limit' }, 200, 'refused'],
    [{ msg: 'Unknown' }, 431, 'refused'],
    [{ status: 500, msg: 'Internal error' }, 200, 'invalid-response?'],
    [{ status: 503, msg: 'Too many requests' }, 200, 'rate-limited'],
    [{ status: 799, msg: 'teapot' }, 200, 'refused?'],
    [{ status: 302 }, 200, 'refused?'],
    [{ msg: 'Something happened' }, 200, 'refused?'],
    [{ msg: 'Invalid key' }, 200, 'unauthorized'],
    [{ msg: 'Wrong auth' }, 403, 'unauthorized'],
  ])('%j in HTTP %i: %s', (body, http, code) => {
    expect(judged(body, http)).toBe(code);
  });
});

describe('without an envelope, most statuses are invalid responses', () => {
  test.each<[body: string, http: number, code: string]>([
    ['', 200, 'invalid-response?'],
    [page, 200, 'invalid-response?'],
    // The refusal is a proxy's, so the key may be fine.
    [page, 403, 'invalid-response?'],
    [page, 404, 'invalid-response?'],
    [page, 502, 'invalid-response?'],
    [page, 429, 'rate-limited'],
    [page, 401, 'unauthorized'],
    [page, 414, 'refused'],
    [page, 431, 'refused'],
    ['', 431, 'refused'],
    ['{"data":1}', 414, 'refused'],
    ['{"status":200,"resu', 200, 'invalid-response?'],
    ['{"data":1}', 200, 'invalid-response?'],
  ])('%j in HTTP %i: %s', (body, http, code) => {
    expect(judged(body, http)).toBe(code);
  });
});

describe('a request that is too long for the service', () => {
  test.each<[what: string, handler: Handler, msg: string | null]>([
    ['in a web page', answering(page, 414), null],
    ['in words', answering({ status: 414, msg: 'URI Too Long' }), 'URI Too Long'],
    [
      'in a body that breaks off',
      (_, response) => {
        response.writeHead(414, { 'content-length': 1_000 }).write('<html>', () => response.destroy());
      },
      null,
    ],
  ])('is refused with its own message and without effect: %s', async (_, handler, msg) => {
    const server = await startRawServer(handler);
    const client = createClient({
      baseUrl: server.url,
      key: 'secret-key',
      limiter: fastLimiter(),
      maxRetries: 0,
    });
    const error = await client.remoteUploads
      .add({ url: 'https://files.example/a.mp4' })
      .catch((caught: unknown) => caught);
    await server.close();
    expect(error).toMatchObject({ code: 'refused', status: 414, mayHaveTakenEffect: false, msg });
    expect(String(error)).toContain('The request is too long for the service.');
  });
});

describe('mayHaveTakenEffect after a change', () => {
  const add = { url: 'https://files.example/a.mp4' };
  const cases: Readonly<Record<string, { handler: Handler; code: string; effect: boolean }>> = {
    'refused in words': {
      handler: answering({ status: 400, msg: 'Bad link' }),
      code: 'refused',
      effect: false,
    },
    'refused under status 200': {
      handler: answering({ status: 200, msg: 'Queue is full', result: {} }),
      code: 'refused',
      effect: false,
    },
    'words that nobody has seen': {
      handler: answering({ status: 200, msg: 'Added to the list', result: {} }),
      code: 'refused',
      effect: true,
    },
    'an OK without a file code': {
      handler: answering({ status: 200, msg: 'OK', result: {} }),
      code: 'invalid-response',
      effect: true,
    },
    'a 429': {
      handler: answering({ status: '429', msg: 'Too Many Requests' }),
      code: 'rate-limited',
      effect: false,
    },
    'a web page': { handler: answering(page), code: 'invalid-response', effect: true },
    'a 5xx': { handler: answering(page, 502), code: 'invalid-response', effect: true },
    'an empty body': { handler: answering(''), code: 'invalid-response', effect: true },
    'a body that breaks off': {
      handler: (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
      },
      code: 'network',
      effect: true,
    },
    'a reset': { handler: (request) => void request.socket.resetAndDestroy(), code: 'network', effect: true },
    'no answer': { handler: () => undefined, code: 'timeout', effect: true },
  };

  test.each(Object.entries(cases))('%s', async (_, { handler, code, effect }) => {
    const server = await startRawServer(handler);
    const timeout = code === 'timeout' ? 50 : 20_000;
    const client = createClient({
      baseUrl: server.url,
      key: 'secret-key',
      limiter: fastLimiter(),
      maxRetries: 0,
      timeout,
    });
    const error = await client.remoteUploads.add(add).catch((caught: unknown) => caught);
    const asked = await client.remoteUploads.list().catch((caught: unknown) => caught);
    await server.close();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, mayHaveTakenEffect: effect, endpoint: 'upload/url' });
    // A read changes nothing, whatever its outcome.
    if (asked instanceof ApiError) expect(asked.mayHaveTakenEffect).toBe(false);
  });
});
