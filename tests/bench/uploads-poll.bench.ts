/**
 * What tracking costs: requests in a minute in which 1 and 1,000 transfers move, and in ten idle ones. Uploads, client and
 * limiter are real; the service answers within the process, and the minutes are those of the clock that the uploads are
 * given. Control: a poller that asks for each transfer every two seconds, in the same minute.
 */
import { createClient, createLimiter } from '../../lib/api/index.ts';
import { createMemoryStore } from '../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../lib/uploads/tracking/progress.ts';
import { createUploads } from '../../lib/uploads/uploads.ts';
import { seededRandom } from '../../service/src/faults.ts';
import { memoryArea, runningUpload } from '../lib/uploads/samples.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const minute = 60_000;

interface Scene {
  readonly name: string;
  readonly transfers: number;
  readonly minutes: number;
  /** Whether a page is open that shows them. */
  readonly isWatched: boolean;
  /** Whether they finish, one after the other, within the time; else all are under way for longer. */
  readonly ending: boolean;
  readonly goal: number;
}

const watched = { minutes: 1, isWatched: true, ending: false } as const;
const scenes: readonly Scene[] = [
  { ...watched, name: '1 transfer, page open, 1 min', transfers: 1, goal: 31 },
  { ...watched, name: '1,000 transfers, page open, 1 min', transfers: 1_000, goal: 31 },
  {
    ...watched,
    name: '1,000 transfers that end, page open, 1 min',
    transfers: 1_000,
    ending: true,
    goal: 80,
  },
  { ...watched, name: '1 transfer, no page, 1 min', transfers: 1, isWatched: false, goal: 3 },
  { ...watched, name: '1,000 transfers, no page, 1 min', transfers: 1_000, isWatched: false, goal: 3 },
  { ...watched, name: 'none, page open, 10 min', transfers: 0, minutes: 10, goal: 0 },
];

const benchmark: Benchmark = {
  title: 'Uploads: requests of polling',
  async run() {
    const results: Result[] = [];
    for (const scene of scenes) results.push(await measure(scene));
    return results;
  },
};
export default benchmark;

async function measure(scene: Scene): Promise<Result> {
  const { name, transfers, minutes, isWatched, goal } = scene;
  const service = createService(scene);
  const client = clientOf(service);
  const area = memoryArea();
  const store = createMemoryStore(area);
  const uploads = createUploads({
    ...{
      store,
      tracking: createTrackingStore(area),
      clientFor: async () => client,
      clock: () => service.now,
    },
    ...{ random: seededRandom(1), isOnline: () => true, onChange: () => {} },
  });
  await store.transact('write', async (tx) => {
    for (const { fileCode, url } of service.transfers)
      await tx.put(
        runningUpload({ id: fileCode, fileCode, url, changedAtMs: service.now, sentAtMs: service.now }),
      );
  });
  const end = service.now + minutes * minute;
  for (;;) {
    const atMs = await uploads.nextPollMs({ isWatched });
    if (atMs === null || atMs > end) break;
    service.now = Math.max(service.now, atMs);
    const failed = await uploads.poll();
    if (failed.length > 0) throw failed[0]?.error;
  }
  const own = service.requests;

  const polled = createService(scene);
  for (const stop = polled.now + minutes * minute; polled.now < stop; polled.now += 2_000) {
    const codes = polled.transfers.filter(({ endsAt }) => endsAt > polled.now);
    for (const { fileCode } of codes)
      await polled.answer(`http://service.test/api/urlupload/status?file_code=${fileCode}`);
  }
  return result({
    name: `polling, ${name}`,
    value: own,
    unit: 'requests',
    rivals: transfers === 0 ? [] : [{ name: 'each asked for every 2 s', value: polled.requests }],
    goal: { atMost: goal },
  });
}

/** Nothing goes out, so nothing need be slowed down. */
function clientOf({ answer }: Service) {
  const limiter = createLimiter({ perSecond: 1_000_000 });
  return createClient({ baseUrl: 'http://service.test', key: 'bench-key', fetch: answer, limiter });
}

type Service = ReturnType<typeof createService>;

/** A service whose transfers move as its clock goes, and which counts what it is asked. */
function createService({ transfers: count, minutes, ending }: Scene) {
  const start = 1_800_000_000_000;
  const transfers = Array.from({ length: count }, (_, index) => ({
    fileCode: `code${index}`,
    url: `http://files.test/${index}.bin`,
    endsAt: ending ? start + ((index + 1) / (count + 1)) * 0.7 * minutes * minute : Number.POSITIVE_INFINITY,
  }));
  const service = { now: start, requests: 0, transfers, answer };

  async function answer(input: string | URL | Request): Promise<Response> {
    service.requests += 1;
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const codes = searchParams.get('file_code')?.split(',') ?? null;
    const asked = codes === null ? transfers : transfers.filter(({ fileCode }) => codes.includes(fileCode));
    const list = asked.filter(({ endsAt }) => endsAt > service.now).map(listed);
    const files = asked.filter(({ endsAt }) => endsAt <= service.now).map(file);
    const result = pathname.startsWith('/api/urlupload/') ? list : files;
    return Response.json({ msg: 'OK', server_time: '2027-01-15 08:00:00', status: 200, result });
  }
  const listed = ({ fileCode, url }: { fileCode: string; url: string }) => ({
    file_code: fileCode,
    remote_url: url,
    status: 'working',
    bytes_total: '1000000000',
    bytes_downloaded: String(service.now - start),
    created: '2027-01-15 08:00:00',
    folder_id: '0',
  });
  return service;
}

function file({ fileCode }: { fileCode: string }) {
  return { status: 200, filecode: fileCode, title: fileCode, size: '1000000000', length: '60', canplay: 1 };
}
