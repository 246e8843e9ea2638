/** A call leaves nothing behind. */
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, type Handler, startRawServer } from './helpers/raw-server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const handlers: Readonly<Record<string, Handler>> = {
  'a success': answering({ status: 200, msg: 'OK', result: [] }),
  'a refusal': answering({ status: 400, msg: 'No' }),
  'a reset': (request) => void request.socket.resetAndDestroy(),
};

test.each(Object.entries(handlers))('no listener remains on the signal after %s', async (_, handler) => {
  const server = await startRawServer(handler);
  const client = createClient({
    baseUrl: server.url,
    key: 'secret-key',
    limiter: fastLimiter(),
    maxRetries: 0,
  });
  const { signal } = new AbortController();
  await Promise.allSettled(tableOfCalls.map(({ run }) => run(client, signal)));
  await server.close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('no response is retained while client and signal live on', async () => {
  const answers: WeakRef<Response>[] = [];
  const fetch = async () => {
    const response = Response.json({ status: 200, msg: 'OK', result: [] });
    answers.push(new WeakRef(response));
    return response;
  };
  const client = createClient({
    baseUrl: 'https://files.example',
    key: 'secret-key',
    fetch,
    limiter: fastLimiter(),
    maxRetries: 0,
  });
  const { signal } = new AbortController();
  // Starts at page 2, because an empty first page is requested twice.
  for (let page = 2; page < 52; page++) await client.files.list({ page }, { signal });
  const countAlive = () => {
    collectGarbage();
    return answers.filter((answer) => answer.deref() !== undefined).length;
  };
  await expect.poll(countAlive).toBe(0);
  // Keeps both alive until here, so that they aren't the reason why the responses were released.
  expect([client, signal.aborted, answers.length]).toEqual([client, false, 50]);
});
