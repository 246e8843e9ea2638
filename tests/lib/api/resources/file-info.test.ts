/** File details from services that accept one code per call, or fail a whole list because of one code. */
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';
import { startRawServer } from '../helpers/raw-server.ts';

interface Answer {
  readonly status?: number;
  readonly body: object | string;
}

const refusal = (status: number, msg: string): Answer => ({ status, body: { msg, status } });
const found = (codes: readonly string[]): Answer => ({
  body: {
    msg: 'OK',
    status: 200,
    result: codes.map((filecode) => ({ filecode, status: 200, name: filecode })),
  },
});

/** The client's results for `count` files, including "gone" and "bad", and the number of requests. */
async function ask(
  answer: (codes: readonly string[]) => Answer,
  codes: readonly string[],
  account: Answer = { body: { msg: 'OK', status: 200, result: { email: 'a@b.example' } } },
) {
  const asked: string[][] = [];
  const server = await startRawServer((request, response) => {
    const { pathname, searchParams } = new URL(`http://host${request.url}`);
    const isInfo = pathname.endsWith('/file/info');
    const given = searchParams.get('file_code')?.split(',') ?? [];
    if (isInfo) asked.push(given);
    const { status = 200, body } = isInfo ? answer(given) : account;
    response.writeHead(status).end(JSON.stringify(body));
  });
  const client = createClient({
    baseUrl: server.url,
    key: 'secret-key',
    limiter: fastLimiter(),
    maxRetries: 0,
  });
  try {
    const infos = await client.files.info(codes);
    const first = asked.length;
    await client.files.info(codes);
    return { infos, first, second: asked.length - first };
  } finally {
    await server.close();
  }
}

const many = Array.from({ length: 12 }, (_, at) => `code${at}`);
const kinds = (infos: readonly { readonly found: boolean }[]) => infos.map((info) => info.found);

describe('a service that accepts one code', () => {
  const oneOnly = (other: Answer) => (codes: readonly string[]) => (codes.length > 1 ? other : found(codes));
  test.each([
    ['refuses lists', refusal(400, 'Invalid file_code')],
    ['does not find lists', refusal(404, 'Not found')],
    ['answers lists with nothing', found([])],
    ['fails at lists', refusal(500, 'Internal error')],
    ['answers for the first', found(['code0'])],
  ])('%s: each file is reported, and lists of codes are given up', async (_, other) => {
    const { infos, second } = await ask(oneOnly(other), many);
    expect(kinds(infos)).toEqual(many.map(() => true));
    expect(second).toBe(many.length);
  });
});

describe('one file', () => {
  const withOne = (bad: string, answer: Answer) => (codes: readonly string[]) =>
    codes.includes(bad) ? answer : found(codes);

  test.each([
    ['is refused', refusal(400, 'Bad Request')],
    ['is not found', refusal(404, 'Not found')],
    ['is not found, says an OK', { body: { msg: 'No such file', status: 404 } }],
  ])('that %s is the only one missing', async (_, answer) => {
    const { infos, first, second } = await ask(withOne('code7', answer), many);
    expect(kinds(infos)).toEqual(many.map((code) => code !== 'code7'));
    expect(infos[7]).toMatchObject({ found: false, msg: expect.any(String), error: null });
    expect(first).toBeLessThan(many.length);
    expect(second).toBeLessThan(many.length);
  });

  test.each([
    ['fails', refusal(500, 'Internal error')],
    ['is answered by a web page', { body: '<html>Sorry</html>' }],
  ])('that %s couldn’t be read, and blocks no other', async (_, answer) => {
    const { infos } = await ask(withOne('code7', answer), many);
    expect(kinds(infos)).toEqual(many.map((code) => code !== 'code7'));
    expect(infos[7]).toMatchObject({ found: false, msg: null, error: { code: 'invalid-response' } });
    const [alone] = (await ask(withOne('code7', answer), ['code7'])).infos;
    expect(alone).toMatchObject({ found: false, msg: null, error: { code: 'invalid-response' } });
  });

  test.each([
    ['that is refused', refusal(400, 'Bad Request'), 'refused'],
    // The host may lack the call.
    ['that meets a bare 404', refusal(404, 'Not found'), 'not-found'],
  ])('%s alone may exist', async (_, answer, code) => {
    const [alone] = (await ask(withOne('code7', answer), ['code7'])).infos;
    expect(alone).toMatchObject({ found: false, msg: null, error: { code } });
  });

  test('alone is gone if the service says so about the file', async () => {
    const answer = refusal(404, 'No such file');
    const [alone] = (await ask(withOne('code7', answer), ['code7'])).infos;
    expect(alone).toMatchObject({ found: false, msg: 'No such file', error: null });
  });

  test.each([refusal(400, 'Temporarily unavailable'), refusal(403, 'This file is locked')])(
    'that is refused for another reason may exist: %j',
    async (answer) => {
      const { infos } = await ask(withOne('code7', answer), many);
      expect(infos[7]).toMatchObject({ found: false, msg: null, error: { code: 'refused' } });
    },
  );
});

test('an entry with neither code nor title isn’t the file', async () => {
  const { infos } = await ask(() => ({ body: { msg: 'OK', status: 200, result: [{ status: 200 }] } }), ['a']);
  expect(infos).toEqual([{ found: false, fileCode: 'a', msg: null, error: null }]);
});

test('a service that finds none of the files says nothing about any', async () => {
  const { infos } = await ask(() => refusal(404, 'File not found'), many);
  expect(infos).toHaveLength(many.length);
  for (const info of infos) expect(info).toMatchObject({ msg: null, error: { code: 'not-found' } });
});

test.each([
  [206, { found: true }],
  ['Processing', { found: true }],
  ['В обработке', { found: true }],
  [404, { found: false, msg: '404', error: null }],
  ['Not found or not your file', { found: false, msg: 'Not found or not your file' }],
  ['Deleted', { found: false, msg: 'Deleted' }],
  // The service names the file, so it isn't gone.
  ['Encoding error', { found: false, msg: null, error: { code: 'invalid-response' } }],
  ['Temporarily unavailable', { found: false, msg: null, error: { code: 'invalid-response' } }],
  [500, { found: false, msg: null, error: { code: 'invalid-response', status: 500 } }],
])('an entry with the status %j', async (status, info) => {
  const result = [{ filecode: 'a', title: 'film', size: '1', status }];
  const { infos } = await ask(() => ({ body: { msg: 'OK', status: 200, result } }), ['a']);
  expect(infos[0]).toMatchObject(info);
});

test.each([
  ['a rejected key', refusal(403, 'Wrong auth'), 'unauthorized'],
  ['a quota', refusal(403, 'Quota exceeded'), 'quota-exceeded'],
  ['an outage', refusal(500, 'Internal error'), 'invalid-response'],
])('%s fails the call after two requests at most', async (_, answer, code) => {
  let count = 0;
  const counted = (): Answer => {
    count += 1;
    return answer;
  };
  await expect(ask(counted, many, answer)).rejects.toMatchObject({ code });
  expect(count).toBeLessThanOrEqual(1);
});
