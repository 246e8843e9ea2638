/**
 * The whole background (uploads, events, limiter) with 1,000 links put in at once, against the local service. Control, on
 * the same machine at the same time: the client alone with 1,000 calls at once, which is as fast as the limit of 10 a second
 * allows. In Node: the databases are fake-indexeddb's, in memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../lib/api/index.ts';
import { createAdmin } from '../../service/src/index.ts';
import { startWorld, type World } from '../lib/background/world.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { mostInASecond } from './sliding-second.ts';

const links = 1_000;
const perSecond = 10;
const timeoutMs = 10 * 60_000;

const benchmark: Benchmark = {
  title: `Uploads: ${links} links at once`,
  async run(say) {
    const world = await startWorld();
    Object.assign(world.service.settings, { slots: links });
    try {
      return await measure(world, say);
    } finally {
      await world.close();
    }
  },
};
export default benchmark;

async function measure(world: World, say: (line: string) => void): Promise<Result[]> {
  const { service, key, site } = world;
  const { account } = await world.send('accounts.connect', { address: service.url, key });
  // A page is open, as it is when somebody puts in a thousand links.
  world.background().pageOpened({ postMessage: () => {}, onDisconnect: { addListener: () => {} } });
  await delay(1_100);

  const admin = createAdmin(service.url);
  await admin.clearAudit();
  const counted = countStorage(world);
  const other = service.createAccount({ email: 'client@bench.example' });
  const urls = Array.from({ length: links }, (_, index) => `${site.url}/big/100.bin?n=${index}`);
  const alone = Promise.all(
    urls.map((url) => createClient({ baseUrl: service.url, key: other.key }).remoteUploads.add({ url })),
  );
  const drafts = urls.map((url, index) => ({ url, title: `Link ${index}` }));
  await world.send('links.send', { links: drafts, accountId: account.id, folder: { id: '0', name: '' } });

  const uploads = async (email: string) =>
    (await admin.audit()).filter(
      ({ endpoint, account: who }) => who === email && endpoint === '/api/upload/url',
    );
  const own = service.accounts().find((each) => each.key === key)?.email ?? '';
  await until(`${links} links at the service`, timeoutMs, async () => {
    const { length } = await uploads(own);
    if (length > 0 && length < links) say(`${length} of ${links} links are out`);
    return length >= links;
  });
  await alone;
  const drained = (await admin.audit()).filter(({ account: who }) => who === own);
  await until(`${links} verified files`, timeoutMs, async () => {
    return world.seen.notices.filter(({ kind }) => kind === 'done').length >= links;
  });
  const times = drained.filter(({ endpoint }) => endpoint === '/api/upload/url').map(({ at }) => at);
  const rival = (await uploads(other.email)).map(({ at }) => at);
  const { reads, writes, session } = counted.stop();

  const floor = (links - perSecond) / perSecond;
  return [
    result({
      name: `uploads, ${links} links: time until the last one is at the service`,
      value: span(times),
      unit: 's',
      rivals: [
        { name: 'the limit itself', value: floor },
        { name: 'the client alone', value: span(rival) },
      ],
      goal: { atMost: Math.round(10 * 1.06 * floor) / 10 },
    }),
    result({
      name: `uploads, ${links} links: requests until then`,
      value: drained.length,
      unit: 'requests',
      rivals: [{ name: 'one a link', value: links }],
      goal: { atMost: 1_100 },
    }),
    result({
      name: `uploads, ${links} links: most in a sliding second`,
      value: mostInASecond(drained.map(({ at }) => at)),
      unit: 'arrivals',
      rivals: [{ name: 'the client alone', value: mostInASecond(rival) }],
      goal: { atMost: perSecond },
    }),
    result({
      name: 'uploads: disk transactions, from the click to the verified file',
      value: (reads + writes) / links,
      unit: 'a link',
      rivals: [{ name: 'those that write', value: writes / links }],
      goal: { atMost: 5 },
    }),
    result({
      name: 'uploads: writes to storage.session',
      value: session / links,
      unit: 'a link',
      rivals: [{ name: 'one a request', value: drained.length / links }],
      goal: { atMost: 1.1 },
    }),
  ];
}

/** Seconds from the first to the last. */
function span(times: readonly number[]): number {
  return (Math.max(...times) - Math.min(...times)) / 1_000;
}

/** Asks now and then: asking takes from the processor what is measured. */
async function until(what: string, within: number, ask: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await delay(5_000);
  }
}

/** Counts from now on: transactions on databases, and values written to `storage.session`. */
function countStorage({ session }: World) {
  const counts = { reads: 0, writes: 0, session: 0 };
  const { transaction } = IDBDatabase.prototype;
  const { set } = session;
  IDBDatabase.prototype.transaction = function (...args) {
    counts[args[1] === 'readwrite' ? 'writes' : 'reads'] += 1;
    return transaction.apply(this, args);
  };
  session.set = (values) => {
    counts.session += 1;
    return set(values);
  };
  return {
    stop() {
      IDBDatabase.prototype.transaction = transaction;
      session.set = set;
      return counts;
    },
  };
}
