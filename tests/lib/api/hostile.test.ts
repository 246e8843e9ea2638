/** Whatever the response, a call ends in a value of its declared type or in a typed error without the key. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, createClient, type DialectName, type Fetch } from '../../../lib/api/index.ts';
import { isAll } from '../../properties.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import {
  endless,
  type HostileAnswer,
  hostileAnswers,
  slowToDetect,
  unreadable,
} from './helpers/hostile-responses.ts';
import { type RawServer, startRawServer } from './helpers/raw-server.ts';
import { expectResultValues } from './helpers/result-values.ts';

const key = 'K3y+that/is=secret';

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((request, response) => {
    const { index, uploadServer } = readPath(new URL(request.url ?? '', server.url));
    const answer = hostileAnswers[index];
    if (uploadServer !== null) {
      response.end(uploadServer);
      return;
    }
    request.resume();
    if (answer && 'send' in answer) answer.send(response);
  });
});
afterAll(() => server.close());

/** The first part of the path selects the hostile response. After "post", only the POST gets it. */
function readPath({ origin, pathname }: URL) {
  const [, index = '', part, upload] = pathname.split('/');
  const isAnswered = part !== 'post' || upload === 'upload';
  const result = `${origin}/${index}/post/upload`;
  const uploadServer = isAnswered ? null : JSON.stringify({ msg: 'OK', status: 200, result });
  return { index: Number(index), uploadServer };
}

/** A read, calls that don't parse like reads, a change, a list of pages, and an upload. They fail in `transport.ts`, which all calls share. */
const oneOfEachKind = tableOfCalls.filter(({ name }) =>
  ['account.info', 'account.probe', 'get', 'folders.create', 'files.iterate', 'uploads.send'].includes(name),
);

/** Undefined: detected. */
const dialects = isAll ? (['sibling', undefined] as const) : [undefined];

describe.each(dialects)('every call, given %s', { timeout: 120_000 }, (dialect) => {
  test.each(hostileAnswers.map((answer, index) => ({ ...answer, index })))(
    '$name',
    async ({ index, ...answer }) => {
      for (const call of unreadable.has(answer.name) ? oneOfEachKind : tableOfCalls) {
        const isGiven = slowToDetect.has(answer.name) && !oneOfEachKind.includes(call);
        const given = dialect ?? (isGiven ? 'document' : undefined);
        await expectTypedEnd(call, clientFor(`/${index}`, answer, given)).catch((cause) => {
          throw new Error(`${call.name}: ${cause.message}`, { cause });
        });
      }
    },
  );
});

describe('the POST of uploads.send', () => {
  const send = tableOfCalls.filter(({ name }) => name === 'uploads.send');
  test.each(hostileAnswers.map((answer, index) => ({ ...answer, index })))(
    '$name',
    async ({ index, ...answer }) => {
      for (const call of send) await expectTypedEnd(call, clientFor(`/${index}/post`, answer));
    },
  );
});

async function answerWith(body: string, request: Request): Promise<Response> {
  await request.arrayBuffer();
  return new Response(readPath(new URL(request.url)).uploadServer ?? body);
}

/** Responses that are just a body need no connection. */
function clientFor(path: string, answer: HostileAnswer, dialect?: DialectName) {
  const timeout = endless.has(answer.name) ? 30 : 20_000;
  const fetch: Fetch | undefined =
    'body' in answer ? (input, init) => answerWith(answer.body, new Request(input, init)) : undefined;
  return createClient({
    baseUrl: server.url + path,
    key,
    dialect,
    limiter: fastLimiter(),
    maxRetries: 0,
    timeout,
    fetch,
  });
}

async function expectTypedEnd(
  { name, run, changes }: (typeof tableOfCalls)[number],
  client: ReturnType<typeof createClient>,
  signal?: AbortSignal,
): Promise<void> {
  const end = await run(client, signal).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in end) {
    expectResultValues(end.value, name);
    return;
  }
  const { error } = end;
  if (!(error instanceof ApiError)) throw error;
  expect(error).toMatchObject({ endpoint: expect.any(String), mayHaveTakenEffect: expect.any(Boolean) });
  if (!changes) expect(error.mayHaveTakenEffect).toBe(false);
  expect(error.msg === null || (error.msg !== '' && error.msg.length <= 300)).toBe(true);
  expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toMatch(/K3y/i);
}
