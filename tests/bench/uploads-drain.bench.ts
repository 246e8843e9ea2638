/**
 * The whole background with 1,000 links at once, against the local service. The control, at the same time, is the client with 1,000 calls,
 * as fast as the limit of 10 requests a second allows. Runs in Node, with fake-indexeddb.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../lib/api/index.ts';
import type { Log } from '../../scripts/process.ts';
import { createAdmin } from '../../service/src/index.ts';
import { type BackgroundSetup, setUpBackground } from '../lib/background/background-setup.ts';
import { mostInASecond, spanSeconds } from './arrivals.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const links = 1_000;
const perSecond = 10;
const timeoutMs = 10 * 60_000;

const benchmark: Benchmark = {
  title: `Uploads: ${links} links at once`,
  async run(log) {
    const setup = await setUpBackground(perSecond);
    Object.assign(setup.service.settings, { rateLimit: true, slots: links });
    try {
      return await measure(setup, log);
    } finally {
      await setup.close();
    }
  },
};
export default benchmark;

async function measure(setup: BackgroundSetup, log: Log): Promise<Result[]> {
  const { service, key, site } = setup;
  const { account } = await setup.send('accounts.connect', { address: service.url, key });
  // A page is open, as when somebody pastes a thousand links.
  setup.background().pageOpened({ postMessage: () => {}, onDisconnect: { addListener: () => {} } });
  await delay(1_100);

  const admin = createAdmin(service.url);
  await admin.clearAudit();
  const counted = countStorage(setup);
  const other = service.createAccount({ email: 'client@bench.example' });
  const urls = Array.from({ length: links }, (_, index) => `${site.url}/big/100.bin?n=${index}`);
  const alone = Promise.all(
    urls.map((url) => createClient({ baseUrl: service.url, key: other.key }).remoteUploads.add({ url })),
  );
  const drafts = urls.map((url, index) => ({ url, title: `Link ${index}` }));
  await setup.send('links.send', { links: drafts, accountId: account.id, folder: { id: '0', name: '' } });

  const uploads = async (email: string) =>
    (await admin.audit()).filter(
      ({ endpoint, account: who }) => who === email && endpoint === '/api/upload/url',
    );
  const own = service.accounts().find((each) => each.key === key)?.email ?? '';
  await until(`${links} links at the service`, timeoutMs, async () => {
    const { length } = await uploads(own);
    if (length > 0 && length < links) log(`${length} of ${links} links were sent`);
    return length >= links;
  });
  await alone;
  const drained = (await admin.audit()).filter(({ account: who }) => who === own);
  // Only the newest finished uploads are kept.
  await until(`${links} verified files`, timeoutMs, async () =>
    (await setup.uploads(account.id)).uploads.every(({ state }) => state === 'done'),
  );
  const times = drained.filter(({ endpoint }) => endpoint === '/api/upload/url').map(({ at }) => at);
  const control = (await uploads(other.email)).map(({ at }) => at);
  const { reads, writes, session } = counted.stop();

  const minSeconds = (links - perSecond) / perSecond;
  return [
    result({
      name: `uploads, ${links} links: time until the last one is at the service`,
      value: spanSeconds(times),
      unit: 's',
      controls: [
        { name: 'the limit itself', value: minSeconds },
        { name: 'the client alone', value: spanSeconds(control) },
      ],
      goal: { atMost: Math.round(10 * 1.06 * minSeconds) / 10 },
    }),
    result({
      name: `uploads, ${links} links: requests until then`,
      value: drained.length,
      unit: 'requests',
      controls: [{ name: 'one a link', value: links }],
      goal: { atMost: 1_100 },
    }),
    result({
      name: `uploads, ${links} links: most in a sliding second`,
      value: mostInASecond(drained.map(({ at }) => at)),
      unit: 'arrivals',
      controls: [{ name: 'the client alone', value: mostInASecond(control) }],
      goal: { atMost: perSecond },
    }),
    result({
      name: 'uploads: disk transactions, from the click to the verified file',
      value: (reads + writes) / links,
      unit: 'a link',
      controls: [{ name: 'those that write', value: writes / links }],
      goal: { atMost: 5 },
    }),
    result({
      name: 'uploads: writes to storage.session',
      value: session / links,
      unit: 'a link',
      controls: [{ name: 'one a request', value: drained.length / links }],
      goal: { atMost: 1.1 },
    }),
  ];
}

/** Every five seconds, because checking takes CPU time from the measurement. */
async function until(what: string, timeoutMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}.`);
    await delay(5_000);
  }
}

/** Database transactions and writes to `storage.session`, until `stop`. */
function countStorage({ session }: BackgroundSetup) {
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
