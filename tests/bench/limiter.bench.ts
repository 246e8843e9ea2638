/**
 * Compares the limiter with strict modes of well-known libraries: 300 calls at once after an idle second, with three amounts of jitter,
 * measured by the service's audit log. All run at the same time with their own accounts, so that they share the machine's load.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pThrottle from 'p-throttle';
import { createClient } from '../../lib/api/index.ts';
import type { Log } from '../../scripts/process.ts';
import { createAdmin, type RunningService } from '../../service/src/index.ts';
import { mostInASecond, spanSeconds } from './arrivals.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { withService } from './extension.ts';
import { startJitterProxy } from './jitter-proxy.ts';

const calls = 300;
const perSecond = 10;
const connections = [
  { jitter: 0, goal: 9.7 },
  { jitter: 60, goal: 9.0 },
  { jitter: 200, goal: 8.0 },
];

type Caller = (baseUrl: string, key: string) => Promise<unknown>;

const callers: Readonly<Record<string, Caller>> = {
  linkhaul(baseUrl, key) {
    const { remoteUploads } = createClient({ baseUrl, key });
    return Promise.allSettled(fileCodes().map((fileCode) => remoteUploads.status(fileCode)));
  },
  'p-throttle (strict)'(baseUrl, key) {
    const throttled = pThrottle({ limit: perSecond, interval: 1_000, strict: true })(fetchStatus);
    return Promise.allSettled(fileCodes().map((fileCode) => throttled(baseUrl, key, fileCode)));
  },
  'p-queue (strict)'(baseUrl, key) {
    const queue = new PQueue({ intervalCap: perSecond, interval: 1_000, strict: true });
    return Promise.allSettled(
      fileCodes().map((fileCode) => queue.add(() => fetchStatus(baseUrl, key, fileCode))),
    );
  },
};

const fileCodes = (): string[] => Array.from({ length: calls }, (_, index) => `code${index}`);

async function fetchStatus(baseUrl: string, key: string, fileCode: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/urlupload/status?key=${key}&file_code=${fileCode}`);
  await response.text();
}

interface Figures {
  readonly name: string;
  /** From the first arrival to a second after the last. At the limit it is 10. */
  readonly callsPerSecond: number;
  readonly mostInASecond: number;
  readonly refusals: number;
}

const benchmark: Benchmark = {
  title: 'Limiter: 300 calls at once against 10 a second',
  run: (log) =>
    withService(
      async (service) => {
        const results: Result[] = [];
        for (const each of connections) results.push(...(await runConnection(service, each, log)));
        return results;
      },
      { admin: true },
    ),
};
export default benchmark;

async function runConnection(
  service: RunningService,
  { jitter, goal }: (typeof connections)[number],
  log: Log,
): Promise<Result[]> {
  log(`${jitter} ms of jitter each way …`);
  const proxy = await startJitterProxy(service.url, jitter);
  const figures = await Promise.all(
    Object.entries(callers).map(([name, caller]) => measure(service, proxy.url, jitter, name, caller)),
  );
  await proxy.close();

  const [own, ...others] = figures;
  if (!own) throw new Error('Nothing was measured.');
  const controls = (figure: (each: Figures) => number, best: 'highest' | 'lowest') =>
    others
      .map((each) => ({ name: each.name, value: figure(each) }))
      .sort((one, other) => (best === 'lowest' ? one.value - other.value : other.value - one.value));
  const line = jitter === 0 ? 'no jitter' : `0-${jitter} ms jitter`;
  return [
    result({
      name: `limiter, ${line}: pace`,
      value: own.callsPerSecond,
      unit: 'calls/s',
      controls: controls(({ callsPerSecond }) => callsPerSecond, 'highest'),
      goal: { atLeast: goal },
    }),
    result({
      name: `limiter, ${line}: most in a sliding second`,
      value: own.mostInASecond,
      unit: 'arrivals',
      controls: controls(({ mostInASecond }) => mostInASecond, 'lowest'),
      goal: { atMost: perSecond },
    }),
    result({
      name: `limiter, ${line}: refused`,
      value: own.refusals,
      unit: 'calls',
      controls: controls(({ refusals }) => refusals, 'lowest'),
      goal: { atMost: 0 },
    }),
  ];
}

async function measure(
  service: RunningService,
  baseUrl: string,
  jitter: number,
  name: string,
  caller: Caller,
): Promise<Figures> {
  const { email, key } = service.createAccount({
    email: `${name.replace(/\W+/g, '-')}.${jitter}@bench.example`,
  });
  await sleep(1_100);
  await caller(baseUrl, key);
  const arrived = (await createAdmin(service.url).audit()).filter(({ account }) => account === email);
  if (arrived.length !== calls) throw new Error(`${name}: ${arrived.length} requests arrived, not ${calls}.`);
  const times = arrived.map(({ at }) => at);
  return {
    name,
    callsPerSecond: calls / (spanSeconds(times) + 1),
    mostInASecond: mostInASecond(times),
    refusals: arrived.filter(({ outcome }) => outcome === 'refused').length,
  };
}
