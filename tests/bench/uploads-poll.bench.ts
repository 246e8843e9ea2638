/**
 * Requests of polling: in a minute with 1 and with 1,000 active transfers, and in ten idle minutes. Uploads, client and limiter are real.
 * The service is in process, the time is virtual. The control requests each transfer's status every two seconds.
 */

import { createClient, createLimiter } from '../../lib/api/index.ts';
import { createMemoryStore } from '../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../lib/uploads/tracking/progress.ts';
import { createUploads } from '../../lib/uploads/uploads.ts';
import { seededRandom } from '../../service/src/fault-plan.ts';
import { createFakeAccountStatus } from '../lib/fake-account-status.ts';
import { createFakeFrozenArea, quietContext, runningUpload } from '../lib/uploads/samples.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const minute = 60_000;

interface Scenario {
  readonly name: string;
  readonly transfers: number;
  readonly minutes: number;
  readonly isWatched: boolean;
  readonly isEnding: boolean;
  /** Just sent, when polls are more frequent. Otherwise sent a minute ago. */
  readonly isNew?: boolean;
  readonly goal: number;
}

const watched = { minutes: 1, isWatched: true, isEnding: false } as const;
const scenarios: readonly Scenario[] = [
  { ...watched, name: '1 transfer, page open, 1 min', transfers: 1, goal: 31 },
  { ...watched, name: '1,000 transfers, page open, 1 min', transfers: 1_000, goal: 31 },
  {
    ...watched,
    name: '1,000 transfers that end, page open, 1 min',
    transfers: 1_000,
    isEnding: true,
    goal: 80,
  },
  { ...watched, name: '1 transfer, no page, 1 min', transfers: 1, isWatched: false, goal: 3 },
  { ...watched, name: '1,000 transfers, no page, 1 min', transfers: 1_000, isWatched: false, goal: 3 },
  // Plus polls after 1, 3 and 8 s.
  {
    ...watched,
    name: '1 transfer sent now, no page, 1 min',
    transfers: 1,
    isWatched: false,
    isNew: true,
    goal: 3 + 3,
  },
  { ...watched, name: 'none, page open, 10 min', transfers: 0, minutes: 10, goal: 0 },
];

const benchmark: Benchmark = {
  title: 'Uploads: requests of polling',
  async run() {
    const results: Result[] = [];
    for (const scenario of scenarios) results.push(await measure(scenario));
    return results;
  },
};
export default benchmark;

async function measure(scenario: Scenario): Promise<Result> {
  const { name, transfers, minutes, isWatched, isNew = false, goal } = scenario;
  const sentAgoMs = isNew ? 0 : minute;
  const service = createService(scenario);
  const client = clientOf(service);
  const area = createFakeFrozenArea();
  const store = createMemoryStore(area);
  const uploads = createUploads({
    ...quietContext,
    store,
    tracking: createTrackingStore(area),
    accountStatus: createFakeAccountStatus(area, { clock: () => service.now }),
    clientFor: async () => client,
    clock: () => service.now,
    random: seededRandom(1),
    isOnline: () => true,
    onChange: () => {},
  });
  await store.transact('write', async (tx) => {
    for (const { fileCode, url } of service.transfers)
      await tx.put(
        runningUpload({
          id: fileCode,
          fileCode,
          url,
          changedAtMs: service.now - sentAgoMs,
          sentAtMs: service.now - sentAgoMs,
        }),
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

  const polled = createService(scenario);
  for (const stop = polled.now + minutes * minute; polled.now < stop; polled.now += 2_000) {
    const codes = polled.transfers.filter(({ endsAt }) => endsAt > polled.now);
    for (const { fileCode } of codes)
      await polled.respond(`http://service.test/api/urlupload/status?file_code=${fileCode}`);
  }
  return result({
    name: `polling, ${name}`,
    value: own,
    unit: 'requests',
    controls: transfers === 0 ? [] : [{ name: 'each asked for every 2 s', value: polled.requests }],
    goal: { atMost: goal },
  });
}

/** No request leaves the process, so the limiter has no limit. */
function clientOf({ respond }: Service) {
  const limiter = createLimiter({ perSecond: 1_000_000 });
  return createClient({ baseUrl: 'http://service.test', key: 'bench-key', fetch: respond, limiter });
}

type Service = ReturnType<typeof createService>;

/** Its transfers progress with its clock. Counts requests. */
function createService({ transfers: count, minutes, isEnding }: Scenario) {
  const start = 1_800_000_000_000;
  const transfers = Array.from({ length: count }, (_, index) => ({
    fileCode: `code${index}`,
    url: `http://files.test/${index}.bin`,
    endsAt: isEnding
      ? start + ((index + 1) / (count + 1)) * 0.7 * minutes * minute
      : Number.POSITIVE_INFINITY,
  }));
  const service = { now: start, requests: 0, transfers, respond };

  async function respond(input: string | URL | Request): Promise<Response> {
    service.requests += 1;
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const codes = searchParams.get('file_code')?.split(',') ?? null;
    const requested =
      codes === null ? transfers : transfers.filter(({ fileCode }) => codes.includes(fileCode));
    const list = requested.filter(({ endsAt }) => endsAt > service.now).map(transferEntry);
    const files = requested.filter(({ endsAt }) => endsAt <= service.now).map(fileEntry);
    const result = pathname.startsWith('/api/urlupload/') ? list : files;
    return Response.json({ msg: 'OK', server_time: '2027-01-15 08:00:00', status: 200, result });
  }
  const transferEntry = ({ fileCode, url }: { fileCode: string; url: string }) => ({
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

function fileEntry({ fileCode }: { fileCode: string }) {
  return { status: 200, filecode: fileCode, title: fileCode, size: '1000000000', length: '60', canplay: 1 };
}
