/**
 * The limiter beside the strict modes of well-known libraries: 300 calls at once after an idle second, through lines of
 * three kinds of unsteadiness. What counts is the service's own audit log. The three run at the same time, each with an
 * account of its own, so that they meet the same machine in the same mood.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pThrottle from 'p-throttle';
import { createClient } from '../../lib/api/index.ts';
import { createAdmin, type RunningService, startService } from '../../service/src/index.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { startJitterProxy } from './jitter-proxy.ts';
import { mostInASecond } from './sliding-second.ts';

const calls = 300;
const perSecond = 10;
const lines = [
  { jitter: 0, goal: 9.7 },
  { jitter: 60, goal: 9.0 },
  { jitter: 200, goal: 8.0 },
];

/** Makes all calls at once and ends when all have ended, well or not. */
type Contestant = (baseUrl: string, key: string) => Promise<unknown>;

const contestants: Readonly<Record<string, Contestant>> = {
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
  /** Calls by the time from the first arrival to a second after the last, so that keeping exactly to the limit is 10. */
  readonly pace: number;
  readonly mostInASecond: number;
  readonly refusals: number;
}

const benchmark: Benchmark = {
  title: 'Limiter: 300 calls at once against 10 a second',
  async run(say) {
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
    const service = await startService({ dataDir, admin: true });
    try {
      const results: Result[] = [];
      for (const line of lines) results.push(...(await runLine(service, line, say)));
      return results;
    } finally {
      await service.close();
      await rm(dataDir, { recursive: true });
    }
  },
};
export default benchmark;

async function runLine(
  service: RunningService,
  { jitter, goal }: (typeof lines)[number],
  say: (line: string) => void,
): Promise<Result[]> {
  say(`${jitter} ms of jitter each way …`);
  const proxy = await startJitterProxy(service.url, jitter);
  const figures = await Promise.all(
    Object.entries(contestants).map(([name, contestant]) =>
      measure(service, proxy.url, jitter, name, contestant),
    ),
  );
  await proxy.close();

  const [own, ...others] = figures;
  if (!own) throw new Error('Nobody ran.');
  const beside = (figure: (each: Figures) => number, best: 'highest' | 'lowest') =>
    others
      .map((each) => ({ name: each.name, value: figure(each) }))
      .sort((one, other) => (best === 'lowest' ? one.value - other.value : other.value - one.value));
  const line = jitter === 0 ? 'no jitter' : `0-${jitter} ms jitter`;
  return [
    result({
      name: `limiter, ${line}: pace`,
      value: own.pace,
      unit: 'calls/s',
      rivals: beside(({ pace }) => pace, 'highest'),
      goal: { atLeast: goal },
    }),
    result({
      name: `limiter, ${line}: most in a sliding second`,
      value: own.mostInASecond,
      unit: 'arrivals',
      rivals: beside(({ mostInASecond }) => mostInASecond, 'lowest'),
      goal: { atMost: perSecond },
    }),
    result({
      name: `limiter, ${line}: refused`,
      value: own.refusals,
      unit: 'calls',
      rivals: beside(({ refusals }) => refusals, 'lowest'),
      goal: { atMost: 0 },
    }),
  ];
}

async function measure(
  service: RunningService,
  baseUrl: string,
  jitter: number,
  name: string,
  contestant: Contestant,
): Promise<Figures> {
  const { email, key } = service.createAccount({
    email: `${name.replace(/\W+/g, '-')}.${jitter}@bench.example`,
  });
  await sleep(1_100);
  await contestant(baseUrl, key);
  const arrived = (await createAdmin(service.url).audit()).filter(({ account }) => account === email);
  if (arrived.length !== calls) throw new Error(`${name}: ${arrived.length} requests arrived, not ${calls}.`);
  const times = arrived.map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000 + 1;
  return {
    name,
    pace: calls / seconds,
    mostInASecond: mostInASecond(times),
    refusals: arrived.filter(({ outcome }) => outcome === 'refused').length,
  };
}
