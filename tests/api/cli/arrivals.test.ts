/** What happened to requests whose response was lost, according to the service's lists. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findArrivals } from '../../../api/src/cli/arrivals.ts';
import type { Intent } from '../../../api/src/cli/journal.ts';
import { type Client, createClient, createLimiter } from '../../../api/src/node.ts';
import { type RunningService, startService } from '../../../service/src/index.ts';

let dataDir: string;
let service: RunningService;
let client: Client;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-arrivals-'));
  service = await startService({ dataDir, rateLimit: false });
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
});
const limiter = createLimiter({ perSecond: 1_000 });
let accounts = 0;
beforeEach(() => {
  const { key } = service.createAccount({ email: `${accounts++}@example.org` });
  client = createClient({ baseUrl: service.url, key, limiter });
});

const intent = (more: Partial<Intent>): Intent => ({
  input: 'http://127.0.0.1:9/film_one.mp4',
  at: Date.now(),
  folderId: '0',
  name: 'film_one.mp4',
  size: null,
  ...more,
});

/** @param betweenLooks runs while the second look is pending */
async function look(wanted: Intent, known: readonly string[] = [], betweenLooks = async () => {}) {
  const search = {
    client,
    options: {},
    isKnown: (code: string) => known.includes(code),
    sleep: betweenLooks,
  };
  return (await findArrivals(new Map([['a', wanted]]), search)).get('a');
}

const sendFile = (name: string, text: string) => client.uploads.send(new File([text], name));

it('a link is found among the transfers, by its address', async () => {
  const { fileCode } = await client.remoteUploads.add({ url: intent({}).input });
  expect(await look(intent({}))).toEqual({ state: 'found', fileCode });
  expect(await look(intent({ folderId: '7' }))).toEqual({ state: 'absent' });
  expect(await look(intent({}), [fileCode])).toEqual({ state: 'absent' });
});

it.each([
  ['as HTML', 'http://127.0.0.1:9/film_one.mp4?a=1&amp;b=2', 'found'],
  ['without its fragment', 'http://127.0.0.1:9/film_one.mp4?a=1&b=2', 'found'],
  ['in upper case', 'http://127.0.0.1:9/Film_One.mp4?A=1&b=2', 'unclear'],
  ['cut off', 'http://127.0.0.1:9/Film_o', 'unclear'],
  ['where it was redirected to', 'https://cdn.example/1/film_one.mp4', 'unclear'],
  ['as another query', 'http://127.0.0.1:9/film_one.mp4?a=2', 'absent'],
  ['as another link', 'http://127.0.0.1:9/film_two.mp4', 'absent'],
])(
  'recognises its transfer, or that it may be its transfer, if it is listed %s',
  async (_, remoteUrl, state) => {
    const { fileCode } = await client.remoteUploads.add({ url: intent({}).input });
    const [listed] = await client.remoteUploads.list();
    const transfers = Object.assign([{ ...listed, fileCode, remoteUrl }], { skipped: 0 });
    const list = (async () => transfers) as never;
    client = { ...client, remoteUploads: { ...client.remoteUploads, list } };
    const input = 'http://127.0.0.1:9/film_one.mp4?a=1&b=2#part';
    expect((await look(intent({ input })))?.state).toBe(state);
  },
);

it('doesn’t search the transfers for files that were sent', async () => {
  const { fileCode } = await sendFile('film_one.mp4', '12345');
  const list = () => Promise.reject(new Error('This service lists none.')) as never;
  client = { ...client, remoteUploads: { ...client.remoteUploads, list } };
  expect(await look(intent({ size: 5 }))).toEqual({ state: 'found', fileCode });
});

it('the second search finds a request that takes effect late', async () => {
  const result = await look(intent({}), [], async () => {
    await client.remoteUploads.add({ url: intent({}).input });
  });
  expect(result?.state).toBe('found');
});

it('a file is found by title and size; a file with another size is another file', async () => {
  const { fileCode } = await sendFile('film_one.mp4', '12345');
  expect(await look(intent({ size: 5 }))).toEqual({ state: 'found', fileCode });
  expect(await look(intent({ size: 6 }))).toEqual({ state: 'absent' });
});

it('two requests never get the same file', async () => {
  await sendFile('film_one.mp4', '12345');
  const search = { client, options: {}, isKnown: () => false, sleep: async () => {} };
  const both = new Map(['a', 'b'].map((id) => [id, intent({ size: 5 })]));
  const found = await findArrivals(both, search);
  expect([...found.values()].map(({ state }) => state).sort()).toEqual(['absent', 'found']);
});

it('the result is unclear if a new file may be the right one', async () => {
  const { fileCode } = await sendFile('renamed by the service.mp4', '12345');
  const result = await look(intent({}));
  expect(result).toMatchObject({ state: 'unclear', candidates: [{ fileCode }] });
  // Two files with the same name are just as unclear.
  await sendFile('film_one.mp4', '12345');
  await sendFile('film_one.mp4', '12345');
  expect(await look(intent({ size: 5 }), [fileCode])).toMatchObject({ state: 'unclear' });
});
