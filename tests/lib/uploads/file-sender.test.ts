import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, dialects, type SendFileOptions, type UploadedFile } from '../../../lib/api/index.ts';
import { createFileSender, tooSlow } from '../../../lib/uploads/file-sender.ts';
import type { FileResult } from '../../../lib/uploads/file-uploads.ts';
import type { Upload, UploadState } from '../../../lib/uploads/upload.ts';
import { sampleUpload } from './samples.ts';

beforeEach(() => void vi.useFakeTimers());

const facts = { endpoint: 'upload', msg: null, status: null, mayHaveTakenEffect: true };
const file = (name: string) => new File(['0123456789'], name);

interface Fetch {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly onProgress: (bytesDone: number, bytesTotal: number | null) => void;
  end(file: File | null): void;
}

/** @param fetches collects the fetches that the page starts. Undefined: it fetches nothing */
function setUp(fetches?: Fetch[]) {
  const posts: {
    name: string;
    options: SendFileOptions;
    end(fileCode: string): void;
    fail(error: unknown): void;
  }[] = [];
  const ended = new Map<string, FileResult>();
  const states = new Map<string, UploadState>();
  /** Changes to records, apart from their state. */
  const changes = new Map<string, Partial<Upload>>();
  const locks = new Set<string>();
  /** What was received of these files is kept. */
  const kept = new Set<string>();
  const world = {
    maxConcurrent: 3,
    isTurnedDown: false,
    measured: [] as unknown[],
    lostAnswers: { begin: 0, end: 0 },
  };
  const lose = (name: 'begin' | 'end') => {
    if (world.lostAnswers[name] === 0) return;
    world.lostAnswers[name] -= 1;
    throw new Error('The background has ended.');
  };
  const sender = createFileSender({
    async begin(id) {
      if (states.get(id) !== 'queued' || world.isTurnedDown) return null;
      states.set(id, 'sending');
      lose('begin');
      const address = 'https://upload.example/1';
      const { upload: form } = dialects.document;
      return { address, baseUrl: 'https://files.example', key: 'key', form };
    },
    async end(id, result) {
      lose('end');
      ended.set(id, result);
      if (states.has(id)) states.set(id, 'code' in result ? 'refused' : 'verifying');
      update();
    },
    ...(fetches && {
      fetchFile: (id, signal, onProgress) =>
        new Promise((resolve) => fetches.push({ id, signal, onProgress, end: resolve })),
    }),
    reportProgress: async (samples) => void world.measured.push(samples),
    sendFile: (options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new ApiError('network', 'aborted', facts)));
        const end = (fileCode: string) => resolve({ fileCode } as UploadedFile);
        posts.push({ name: options.name ?? '', options, end, fail: reject });
      }),
    acquireLock(id) {
      locks.add(id);
      return (mayGoOn) => {
        locks.delete(id);
        if (mayGoOn) kept.add(id);
      };
    },
    getMaxConcurrent: () => world.maxConcurrent,
    clock: Date.now,
    setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
    clearTimer: (timer: NodeJS.Timeout) => clearTimeout(timer),
  });
  const uploads = (): Upload[] =>
    [...states].map(([id, state]) => {
      const via = fetches && !own.has(id) ? 'browser' : undefined;
      return sampleUpload({ id, state, source: 'file', order: Number(id), via, ...changes.get(id) });
    });
  const own = new Set<string>();
  const update = () => sender.update(uploads());
  async function add(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      states.set(id, 'queued');
      own.add(id);
      sender.add(id, 'account', file(id));
    }
    update();
    await vi.advanceTimersByTimeAsync(0);
  }
  return { sender, posts, ended, states, changes, locks, kept, world, update, add };
}

describe('files', () => {
  test('are sent in the order of the queue, three at a time', async () => {
    const { add, posts, ended, locks } = setUp();
    await add('2', '4', '1', '3');
    expect(posts.map(({ name }) => name)).toEqual(['1', '2', '3']);
    posts[1]?.end('code');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(ended.get('2')).toEqual({ fileCode: 'code' });
    expect(posts.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
    expect([...locks].sort()).toEqual(['1', '3', '4']);
  });

  test('are sent as many at a time as the user allows, and a lower limit stops none', async () => {
    const { add, posts, world, update } = setUp();
    await add('1', '2', '3', '4', '5');
    world.maxConcurrent = 1;
    posts[0]?.end('code');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(posts).toHaveLength(3);
    world.maxConcurrent = 4;
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5']);
    expect(posts.slice(1).some(({ options }) => options.signal?.aborted)).toBe(false);
  });

  test('stop when the user removes them, and their files are released', async () => {
    const { add, posts, states, locks, update, sender } = setUp();
    await add('1');
    expect(sender.isBusy()).toBe(true);
    states.delete('1');
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts[0]?.options.signal?.aborted).toBe(true);
    expect(sender.isBusy()).toBe(false);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(locks.size).toBe(0);
  });

  test('that were removed are sent again after Undo', async () => {
    const { add, posts, states, update, locks } = setUp();
    await add('1');
    states.delete('1');
    update();
    await vi.advanceTimersByTimeAsync(10_000);
    states.set('1', 'queued');
    update();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(posts).toHaveLength(2);
    expect(posts[1]?.options.signal?.aborted).toBe(false);
    expect(locks.size).toBe(1);
  });

  test('that were turned down and waited are sent as soon as the wait is over', async () => {
    const { add, posts, states, changes, world, update } = setUp();
    world.isTurnedDown = true;
    await add('1');
    states.delete('1');
    update();
    // Restored as it was, under an account that now waits for a new key.
    states.set('1', 'queued');
    changes.set('1', { wait: { reason: 'account', untilMs: null } });
    update();
    world.isTurnedDown = false;
    changes.delete('1');
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(posts).toHaveLength(1);
  });

  test('fail after 30 s without progress, certainly without effect', async () => {
    const { add, posts, ended } = setUp();
    await add('1');
    await vi.advanceTimersByTimeAsync(20_000);
    posts[0]?.options.onProgress?.({ sent: 5, total: 10 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ended.size).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    const origin = 'https://upload.example';
    expect(ended.get('1')).toEqual({ code: 'timeout', msg: null, mayHaveTakenEffect: false, origin });
  });

  test('wait for the response without a limit once everything is sent; a connection that then breaks is uncertain', async () => {
    const { add, posts, ended, states, update } = setUp();
    await add('1');
    posts[0]?.options.onProgress?.({ sent: 10, total: 10 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ended.size).toBe(0);
    states.delete('1');
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toMatchObject({ mayHaveTakenEffect: true });
  });

  test('have no limit if progress is unknown, and may have arrived when the connection breaks', async () => {
    const { add, posts, ended, world } = setUp();
    await add('1');
    posts[0]?.options.onProgress?.({ sent: 0, total: 100, isUnknown: true });
    // At once, because the page may end.
    expect(world.measured).toEqual([[{ id: '1', bytesDone: 10, bytesTotal: null }]]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ended.size).toBe(0);
    posts[0]?.fail(new ApiError('network', 'lost', facts));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toMatchObject({ code: 'network', mayHaveTakenEffect: true });
  });

  test('report the file code that comes with a refusal', async () => {
    const { add, posts, ended } = setUp();
    await add('1');
    posts[0]?.options.onProgress?.({ sent: 10, total: 10 });
    const refused = new ApiError('refused', 'No', { ...facts, msg: 'Not video file format' });
    posts[0]?.fail(Object.assign(refused, { fileCode: 'abc' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toEqual({
      code: 'refused',
      msg: 'Not video file format',
      mayHaveTakenEffect: true,
      fileCode: 'abc',
    });
  });

  test('report their progress once a second', async () => {
    const { add, posts, world } = setUp();
    await add('1');
    for (let sent = 1; sent <= 5; sent += 1) posts[0]?.options.onProgress?.({ sent, total: 12 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.measured).toEqual([[{ id: '1', bytesDone: 5, bytesTotal: 10 }]]);
  });

  test('report a result again if it could not be stored', async () => {
    const { add, posts, ended, world } = setUp();
    world.lostAnswers.end = 2;
    await add('1');
    posts[0]?.end('code');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(ended.get('1')).toEqual({ fileCode: 'code' });
  });

  test('whose start got no response return to the queue', async () => {
    const { add, posts, ended, world } = setUp();
    world.lostAnswers.begin = 1;
    await add('1');
    expect(posts).toEqual([]);
    expect(ended.get('1')).toEqual({ code: 'network', msg: null, mayHaveTakenEffect: false });
  });

  test('that can no longer be read are reported', async () => {
    const { sender, states, update, ended } = setUp();
    const gone = file('1');
    vi.spyOn(gone, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error()) } as never);
    states.set('1', 'queued');
    sender.add('1', 'account', gone);
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toMatchObject({ code: 'file-gone' });
  });

  test('that change while they are read don’t count as a network failure', async () => {
    const { sender, states, update, ended, posts } = setUp();
    const changed = file('1');
    states.set('1', 'queued');
    sender.add('1', 'account', changed);
    update();
    await vi.advanceTimersByTimeAsync(0);
    vi.spyOn(changed, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error()) } as never);
    posts[0]?.fail(new ApiError('network', 'lost', facts));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toEqual({ code: 'file-gone', msg: null, mayHaveTakenEffect: false });
  });
});

describe('files of links', () => {
  async function queue() {
    const fetches: Fetch[] = [];
    const world = setUp(fetches);
    world.states.set('1', 'queued');
    world.update();
    await vi.advanceTimersByTimeAsync(0);
    return { ...world, fetches };
  }

  test('are fetched, then sent', async () => {
    const { fetches, posts, locks, ended } = await queue();
    expect(fetches.map(({ id }) => id)).toEqual(['1']);
    expect([[...locks], posts]).toEqual([['1'], []]);
    fetches[0]?.end(file('fetched.mp4'));
    await vi.advanceTimersByTimeAsync(0);
    expect(posts.map(({ name }) => name)).toEqual(['fetched.mp4']);
    posts[0]?.end('code');
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.get('1')).toEqual({ fileCode: 'code' });
    expect(locks.size).toBe(0);
  });

  test('are fetched again if that failed, or if the browser has removed them', async () => {
    const { fetches, posts, states, update } = await queue();
    // Longer than the time until the next attempt.
    await vi.advanceTimersByTimeAsync(20_000);
    fetches[0]?.end(null);
    await vi.advanceTimersByTimeAsync(6_000);
    const evicted = file('fetched.mp4');
    fetches[1]?.end(evicted);
    await vi.advanceTimersByTimeAsync(0);
    expect(posts).toHaveLength(1);
    vi.spyOn(evicted, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error()) } as never);
    posts[0]?.options.signal?.dispatchEvent(new Event('abort'));
    await vi.advanceTimersByTimeAsync(0);
    states.set('1', 'queued');
    update();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(fetches).toHaveLength(3);
  });

  test('keep their received bytes when the link is refused', async () => {
    const { states, update, locks, kept } = await queue();
    states.set('1', 'refused');
    update();
    expect([locks.size, ...kept]).toEqual([0, '1']);
  });

  test('are no longer fetched when the user removes them', async () => {
    const { fetches, states, update, locks, kept } = await queue();
    states.delete('1');
    update();
    expect(fetches[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(locks.size).toBe(0);
    expect(kept.size).toBe(0);
  });

  test('are left alone while another page may be sending them, and by pages that don’t fetch', async () => {
    const { fetches, states, update, locks } = await queue();
    states.set('2', 'sending');
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetches).toHaveLength(1);
    expect([...locks]).toEqual(['1']);
    const other = setUp();
    other.states.set('1', 'queued');
    other.sender.update([sampleUpload({ id: '1', source: 'file', via: 'browser' })]);
    expect(other.locks.size).toBe(0);
  });

  /** Queues links 1 to `count`, which start as slots become free. The first `slow` of them begin to trickle. */
  async function queueMany(count: number, slow: number) {
    const fetches: Fetch[] = [];
    const world = setUp(fetches);
    for (let id = 1; id <= count; id += 1) world.states.set(`${id}`, 'queued');
    world.update();
    await vi.advanceTimersByTimeAsync(0);
    const trickle = setInterval(() => {
      for (const each of fetches)
        if (Number(each.id) <= slow) each.onProgress(Math.ceil(Date.now() / 5_000) % 1_000, null);
    }, 5_000);
    /** Stores slow fetches as the background does. */
    const endSlow = async () => {
      for (const each of fetches.splice(0))
        if (each.signal.aborted) {
          const failure = { code: 'source.slow', msg: null } as const;
          world.changes.set(each.id, { failure, changedAtMs: Date.now() });
          each.end(null);
        } else fetches.push(each);
      world.update();
      await vi.advanceTimersByTimeAsync(0);
    };
    return { ...world, fetches, trickle, endSlow, ids: () => fetches.map(({ id }) => id) };
  }

  test('and local files don’t use each other’s slots', async () => {
    const { add, posts, ids, fetches } = await queueMany(5, 0);
    expect(ids()).toEqual(['1', '2', '3']);
    await add('6', '7', '8', '9');
    expect(posts.map(({ name }) => name)).toEqual(['6', '7', '8']);
    posts[0]?.end('code');
    fetches[0]?.end(file('fetched.mp4'));
    await vi.advanceTimersByTimeAsync(0);
    expect(posts.map(({ name }) => name).slice(3)).toEqual(['fetched.mp4']);
    expect(ids()).toEqual(['1', '2', '3', '4']);
  });

  test('that arrive too slowly make room for waiting ones, and come last', async () => {
    const { ids, endSlow, fetches, trickle } = await queueMany(7, 6);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(fetches.map(({ signal }) => signal.reason)).toEqual([tooSlow, tooSlow, tooSlow]);
    await endSlow();
    expect(ids()).toEqual(['4', '5', '6']);
    await vi.advanceTimersByTimeAsync(12_000);
    // One that wasn't slow is waiting.
    expect(fetches.filter(({ signal }) => signal.aborted)).toHaveLength(1);
    await endSlow();
    expect(ids()).toEqual(['5', '6', '7']);
    clearInterval(trickle);
  });

  test('that arrive too slowly are stopped after a minute if none waits', async () => {
    const { fetches, trickle } = await queueMany(2, 1);
    const steady = setInterval(() => fetches[1]?.onProgress(2 * Date.now(), null), 1_000);
    await vi.advanceTimersByTimeAsync(58_000);
    expect(fetches.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fetches.map(({ signal }) => signal.reason)).toEqual([tooSlow, undefined]);
    clearInterval(trickle);
    clearInterval(steady);
  });

  test('without a response are stopped too, unless they are complete', async () => {
    const { fetches, trickle } = await queueMany(2, 0);
    fetches[1]?.onProgress(10, 10);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(fetches.map(({ signal }) => signal.reason)).toEqual([tooSlow, undefined]);
    clearInterval(trickle);
  });

  test('that can’t be fetched now hold no slot of others', async () => {
    const { fetches, ids, trickle } = await queueMany(5, 0);
    for (const each of fetches.splice(0)) each.end(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(['4', '5']);
    clearInterval(trickle);
  });
});
