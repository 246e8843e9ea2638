/**
 * The whole background (outbox, watch, activity, limiter) with 1,000 links put in at once, against the local service;
 * beside it, on the same machine at the same time, the client alone with 1,000 calls at once, which is as fast as the
 * limit of 10 a second allows. In Node: the databases are fake-indexeddb's, in memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../lib/api/index.ts';
import { createAdmin } from '../../service/src/index.ts';
import { startWorld, type World } from '../lib/background/world.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { mostInASecond } from './sliding-second.ts';

const links = 1_000;
const perSecond = 10;
const patience = 10 * 60_000;

const benchmark: Benchmark = {
  title: `Outbox: ${links} links at once, drained`,
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
  const writes = countWrites(world);
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
  await until(`${links} links at the service`, patience, async () => {
    const { length } = await uploads(own);
    if (length > 0 && length < links) say(`${length} of ${links} links are out`);
    return length >= links;
  });
  await alone;
  const drained = (await admin.audit()).filter(({ account: who }) => who === own);
  await until(`${links} ends in the watch`, patience, async () => {
    return world.seen.notices.filter(({ kind }) => kind === 'done').length >= links;
  });
  const times = drained.filter(({ endpoint }) => endpoint === '/api/upload/url').map(({ at }) => at);
  const rival = (await uploads(other.email)).map(({ at }) => at);
  const { disk, byOutbox, session } = writes.stop();

  return [
    result({
      name: `outbox, ${links} links: time to drain`,
      value: span(times),
      unit: 's',
      rivals: [
        { name: 'the limit itself', value: (links - perSecond) / perSecond },
        { name: 'the client alone', value: span(rival) },
      ],
      // A look at the transfers every two seconds or more takes one request in twenty.
      goal: { atMost: 115 },
    }),
    result({
      name: `outbox, ${links} links: requests`,
      value: drained.length,
      unit: 'requests',
      rivals: [{ name: 'one a link', value: links }],
      goal: { atMost: 1_100 },
    }),
    result({
      name: `outbox, ${links} links: most in a sliding second`,
      value: mostInASecond(drained.map(({ at }) => at)),
      unit: 'arrivals',
      rivals: [{ name: 'the client alone', value: mostInASecond(rival) }],
      goal: { atMost: perSecond },
    }),
    result({
      name: 'outbox: transactions that write to disk, from queued to seen to end',
      value: disk / links,
      unit: 'a link',
      rivals: [{ name: 'those of the outbox alone', value: byOutbox / links }],
      goal: { atMost: 8 },
    }),
    result({
      name: 'outbox: writes to storage.session',
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

/** Counts from now on what is written: transactions to databases, and values to `storage.session`. */
function countWrites({ session }: World) {
  const counts = { disk: 0, byOutbox: 0, session: 0 };
  const { transaction } = IDBDatabase.prototype;
  const { set } = session;
  IDBDatabase.prototype.transaction = function (...args) {
    if (args[1] === 'readwrite') counts.disk += 1;
    if (args[1] === 'readwrite' && this.name === 'linkhaul-outbox') counts.byOutbox += 1;
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
