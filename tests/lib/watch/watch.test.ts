/** The watch in front of a service that says what the test tells it to; its clock moves only by the test's hand. */
import { describe, expect, test, vi } from 'vitest';
import { NetworkError, NotFoundError } from '../../../lib/api/index.ts';
import type { ListedTransfer } from '../../../lib/watch/reconcile.ts';
import { createSessionStore } from '../../../lib/watch/session-store.ts';
import { visible } from '../../../lib/watch/store-types.ts';
import { createWatch, type WatchEvent } from '../../../lib/watch/watch.ts';
import { memoryArea } from '../outbox/samples.ts';
import { listed } from './samples.ts';

const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };
const followed = {
  ...{ accountId: 'account', fileCode: 'one', url: 'https://files.example/one.mp4', title: 'One' },
  ...{ folderId: '5', folderName: 'Films', private: false },
};

function setUp() {
  let now = 1_000_000;
  const area = memoryArea();
  const service = {
    transfers: new Map<string, ListedTransfer[]>([['account', []]]),
    files: new Map<string, { title: string; size: number }>(),
    /** Codes of which only file check knows. */
    active: new Set<string>(),
    down: false,
    requests: [] as string[],
    /** Holds back the answers to list calls until it is resolved. */
    gate: null as Promise<void> | null,
    refusesWhole: false,
    /** The account was removed. */
    isGone: false,
  };
  const ask = (what: string) => {
    service.requests.push(what);
    if (service.down) throw new NetworkError('The service is down.', facts);
  };
  const client = (accountId: string) => ({
    remoteUploads: {
      async list() {
        ask('list');
        const answer = service.transfers.get(accountId) ?? [];
        await service.gate;
        return answer;
      },
    },
    files: {
      async info(fileCodes: readonly string[]) {
        ask(`info ${fileCodes.join()}`);
        if (service.refusesWhole && fileCodes.some((code) => !service.files.has(code))) {
          throw new NotFoundError('No.', facts);
        }
        return fileCodes.map((fileCode) => {
          const file = service.files.get(fileCode);
          return file === undefined
            ? ({ fileCode, found: false } as const)
            : ({ fileCode, found: true, ...file } as const);
        });
      },
      async check(fileCode: string) {
        ask(`check ${fileCode}`);
        if (!service.active.has(fileCode)) throw new NotFoundError('No.', facts);
        return { active: true };
      },
    },
  });
  const clientFor = async (accountId: string) => (service.isGone ? null : client(accountId));
  const events: WatchEvent[] = [];
  const onEvent = { fails: false };
  const open = () =>
    createWatch({
      store: createSessionStore(area),
      clientFor,
      clock: () => now,
      onEvent: async (event) => {
        if (event.type === 'changed') return;
        if (onEvent.fails) throw new Error('Nobody listens.');
        events.push(event);
      },
    });
  return {
    ...{ service, events, onEvent, open },
    watch: open(),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
    list: (...transfers: ListedTransfer[]) => service.transfers.set('account', transfers),
    async shown() {
      return visible(await createSessionStore(area).all());
    },
    told: () => events.map(({ type }) => type),
  };
}
type World = ReturnType<typeof setUp>;

/** Looks whenever the watch wants to, until it wants nothing any more. */
async function watchToTheEnd({ watch, pass, now }: World, looking = false): Promise<void> {
  for (let at = await watch.nextLookAt({ looking }); at !== null; at = await watch.nextLookAt({ looking })) {
    pass(at - now());
    await watch.look();
  }
}

test('follows a transfer to its file, with what is known of it at both ends', async () => {
  const world = setUp();
  await world.watch.follow(followed);
  expect(await world.shown()).toMatchObject([
    { phase: 'pending', ours: true, title: 'One', folderName: 'Films' },
  ]);
  world.list(listed({ bytesDownloaded: 500, folderId: '5' }));
  world.pass(1_000);
  await world.watch.look();
  expect(await world.shown()).toMatchObject([{ phase: 'working', bytesDownloaded: 500 }]);
  world.list();
  world.service.files.set('one', { title: 'one', size: 1_000 });
  await watchToTheEnd(world);
  expect(world.events).toMatchObject([
    { type: 'done', transfer: { fileCode: 'one', title: 'one', folderName: 'Films' } },
  ]);
});

test('asks nothing when nothing moves: never, after everything has ended, and while only errors are left', async () => {
  const world = setUp();
  const rests = async () => {
    const before = world.service.requests.length;
    expect(await world.watch.nextLookAt({ looking: true })).toBeNull();
    await world.watch.look();
    expect(world.service.requests.length).toBe(before);
  };
  await rests();
  await world.watch.follow(followed);
  world.service.files.set('one', { title: 'one', size: 1 });
  await watchToTheEnd(world);
  await rests();
  world.list(listed({ fileCode: 'two', status: 'error', phase: 'error' }));
  await world.watch.look('account');
  expect(await world.shown()).toHaveLength(2);
  await rests();
});

test('one list call serves a thousand transfers', async () => {
  const world = setUp();
  const many = Array.from({ length: 1_000 }, (_, at) => listed({ fileCode: `${at}` }));
  world.list(...many);
  await world.watch.look('account');
  world.pass(30_000);
  await world.watch.look();
  expect(world.service.requests).toEqual(['list', 'list']);
  expect(await world.shown()).toHaveLength(1_000);
});

describe('a transfer that is neither listed nor a file', () => {
  test('is gone, but not before it was looked for several times and file check was asked too', async () => {
    const world = setUp();
    await world.watch.follow(followed);
    const began = world.now();
    await watchToTheEnd(world, true);
    expect(world.told()).toEqual(['gone']);
    expect(world.service.requests.filter((what) => what === 'info one')).toHaveLength(5);
    expect(world.service.requests.at(-1)).toBe('check one');
    expect(world.now() - began).toBeGreaterThan(160_000);
  });

  test('is done where file check knows of it', async () => {
    const world = setUp();
    await world.watch.follow(followed);
    world.service.active.add('one');
    await watchToTheEnd(world);
    expect(world.told()).toEqual(['done']);
  });

  test('is done where the file appears late', async () => {
    const world = setUp();
    await world.watch.follow(followed);
    world.pass(1);
    await world.watch.look();
    expect(await world.shown()).toMatchObject([{ phase: 'verifying' }]);
    world.service.files.set('one', { title: 'one', size: 1 });
    await watchToTheEnd(world);
    expect(world.told()).toEqual(['done']);
  });

  test('goes on where it is listed again', async () => {
    const world = setUp();
    await world.watch.follow(followed);
    world.pass(1);
    await world.watch.look();
    world.list(listed());
    world.pass(30_000);
    await world.watch.look();
    expect(await world.shown()).toMatchObject([{ phase: 'working', verify: null }]);
    expect(world.told()).toEqual([]);
  });

  test('does not take others with it where the service refuses the whole question', async () => {
    const world = setUp();
    world.service.refusesWhole = true;
    await world.watch.follow(followed);
    await world.watch.follow({ ...followed, fileCode: 'two' });
    world.service.files.set('two', { title: 'two', size: 1 });
    await watchToTheEnd(world);
    expect(
      world.events.map((event) => event.type !== 'changed' && [event.type, event.transfer.fileCode]),
    ).toEqual([
      ['done', 'two'],
      ['gone', 'one'],
    ]);
  });
});

test('a service that is down proves nothing: nobody is told anything, and the looks become rarer', async () => {
  const world = setUp();
  await world.watch.follow(followed);
  world.service.down = true;
  const waits: number[] = [];
  for (let look = 0; look < 3; look += 1) {
    expect(await world.watch.look()).toMatchObject([{ accountId: 'account', error: { code: 'network' } }]);
    waits.push(((await world.watch.nextLookAt({ looking: true })) ?? 0) - world.now());
    world.pass(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([4_000, 8_000, 16_000]);
  expect(world.told()).toEqual([]);
  expect(await world.shown()).toMatchObject([{ phase: 'pending' }]);
  world.service.down = false;
  world.service.files.set('one', { title: 'one', size: 1 });
  await watchToTheEnd(world);
  expect(world.told()).toEqual(['done']);
});

test('an end is told again until it was heard once, also after a restart', async () => {
  const world = setUp();
  await world.watch.follow(followed);
  world.service.files.set('one', { title: 'one', size: 1 });
  world.onEvent.fails = true;
  world.pass(1);
  await expect(world.watch.look()).rejects.toThrow('Nobody listens.');
  expect(await world.shown()).toMatchObject([{ phase: 'done' }]);
  world.onEvent.fails = false;
  await world.open().look();
  await world.open().look();
  expect(world.told()).toEqual(['done']);
});

test('what the user deleted or cleared at the service is not told to be done, gone or failed', async () => {
  const world = setUp();
  for (const fileCode of ['deleted', 'cleared', 'failed'])
    await world.watch.follow({ ...followed, fileCode });
  const error = { status: 'error', phase: 'error' } as const;
  world.list(
    listed({ fileCode: 'deleted' }),
    listed({ fileCode: 'cleared' }),
    listed({ fileCode: 'failed', ...error }),
  );
  world.pass(1);
  await world.watch.look();
  expect(world.told()).toEqual(['failed']);
  await world.watch.remove('account', 'deleted');
  await world.watch.cleared('account', 'failed');
  await world.watch.cleared('account', 'all');
  expect(await world.shown()).toEqual([]);
  world.list();
  world.pass(1);
  await world.watch.look('account');
  await watchToTheEnd(world);
  expect(world.told()).toEqual(['failed']);
  expect(await world.watch.known('account')).toEqual([]);
});

test('a dismissed failure stays away while the service lists it, and comes back when it is restarted', async () => {
  const world = setUp();
  await world.watch.follow(followed);
  world.list(listed({ status: 'error', phase: 'error' }));
  world.pass(1);
  await world.watch.look();
  await world.watch.dismiss('account', 'one');
  world.pass(1);
  await world.watch.look('account');
  expect(await world.shown()).toEqual([]);
  world.list(listed());
  world.pass(1);
  await world.watch.look('account');
  expect(await world.shown()).toMatchObject([{ phase: 'working' }]);
  // What still moves cannot be dismissed.
  await world.watch.dismiss('account', 'one');
  expect(await world.shown()).toHaveLength(1);
});

test('an answer that is older than the following does not make the transfer vanish', async () => {
  const world = setUp();
  let openGate = () => {};
  world.service.gate = new Promise((resolve) => {
    openGate = resolve;
  });
  world.list(listed({ fileCode: 'other' }));
  const look = world.watch.look('account');
  await expect.poll(() => world.service.requests).toEqual(['list']);
  world.pass(10);
  await world.watch.follow(followed);
  openGate();
  await look;
  expect(await world.shown()).toMatchObject([{ fileCode: 'one', phase: 'pending' }, { fileCode: 'other' }]);
});

test('a look that is asked for during another gets an answer of its own; more than one share it', async () => {
  const world = setUp();
  await Promise.all([world.watch.look('account'), world.watch.look('account'), world.watch.look('account')]);
  expect(world.service.requests).toEqual(['list', 'list']);
});

test('a transfer that was taken for somebody else’s becomes ours, and its end is told', async () => {
  const world = setUp();
  world.list(listed({ status: 'error', phase: 'error' }));
  await world.watch.look('account');
  expect(await world.shown()).toMatchObject([{ ours: false }]);
  await world.watch.follow(followed);
  await world.watch.follow(followed);
  expect(await world.shown()).toMatchObject([{ ours: true, title: 'One' }]);
  await world.watch.look();
  expect(world.told()).toEqual(['failed']);
});

test('evidence for the outbox: all that is known, with whether it still runs', async () => {
  const world = setUp();
  world.list(listed(), listed({ fileCode: 'bad', status: 'error', phase: 'error' }));
  await world.watch.look('account');
  const known = (await world.watch.known('account')).map(({ fileCode, running }) => [fileCode, running]);
  expect(known).toEqual([
    ['one', true],
    ['bad', false],
  ]);
  await world.watch.removeAccount('account');
  expect(await world.watch.known('account')).toEqual([]);
});

test('an account that is removed during a look wants nothing any more', async () => {
  const world = setUp();
  await world.watch.follow(followed);
  world.list(listed());
  const { promise, resolve } = Promise.withResolvers<void>();
  world.service.gate = promise;
  const look = world.watch.look();
  await vi.waitFor(() => expect(world.service.requests).toEqual(['list']));
  world.service.isGone = true;
  await world.watch.removeAccount('account');
  resolve();
  await look;
  // What the answer brought back is forgotten with the next look, which asks nobody.
  await world.watch.look();
  expect(await world.watch.nextLookAt({ looking: true })).toBeNull();
  expect(world.service.requests).toEqual(['list']);
  expect(await world.watch.known('account')).toEqual([]);
});
