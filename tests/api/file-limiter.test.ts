/** The limiter that processes share through a file, and how it handles damaged files and dying processes. */
import { execFileSync } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileLimiter } from '../../api/src/file-limiter.ts';
import type { Limiter } from '../../lib/api/index.ts';

let folder: string;
let count = 0;
const newPath = () => join(folder, String(count++));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-limiter-'));
});
afterAll(() => rm(folder, { recursive: true }));
// Fake timers, so that waiting times don't depend on how busy the machine is.
beforeEach(() => void vi.useFakeTimers());

type Job = Parameters<Limiter['run']>[0];
const answered: Job = async ({ responseStarted }) => responseStarted();

/** Advances the clock until the promise settles. */
async function turnUntil<T>(settled: Promise<T>): Promise<T> {
  let isSettled = false;
  void Promise.allSettled([settled]).then(() => {
    isSettled = true;
  });
  while (!isSettled) await vi.advanceTimersByTimeAsync(5);
  return settled;
}

/** Milliseconds until a new job is sent. */
async function measureWait(limiter: Limiter): Promise<number> {
  const startedAt = performance.now();
  let sentAt = Number.NaN;
  await turnUntil(
    limiter.run((context) => {
      sentAt = performance.now();
      return answered(context);
    }),
  );
  return sentAt - startedAt;
}

describe('a second limiter with the same file', () => {
  it('waits for the slots of the first one, and counts its own', async () => {
    const path = newPath();
    const [one, other] = [1, 2].map(() => createFileLimiter({ path, perSecond: 2 })) as [Limiter, Limiter];
    await Promise.all([measureWait(one), measureWait(one)]);
    expect(await measureWait(other)).toBeGreaterThan(950);
  });

  it('pauses after a 429 to the first one', async () => {
    const path = newPath();
    const [one, other] = [1, 2].map(() => createFileLimiter({ path })) as [Limiter, Limiter];
    await turnUntil(
      one.run(async ({ responseStarted, rateLimited }) => {
        responseStarted();
        rateLimited();
      }),
    );
    expect(await measureWait(other)).toBeGreaterThan(900);
  });

  it('waits no longer for an ended process than its request may take', async () => {
    const path = newPath();
    void createFileLimiter({ path, perSecond: 1 }).run(() => new Promise<void>(() => undefined));
    await vi.advanceTimersByTimeAsync(100);
    const waited = await measureWait(createFileLimiter({ path, perSecond: 1 }));
    expect(waited).toBeGreaterThan(2_800);
    expect(waited).toBeLessThan(3_100);
  });

  it('together with the first has the same rate as one alone', async () => {
    const path = newPath();
    const limiters = [1, 2].map(() => createFileLimiter({ path, perSecond: 2 }));
    const startedAt = performance.now();
    await turnUntil(
      Promise.all(Array.from({ length: 5 }, () => limiters.map(({ run }) => run(answered))).flat()),
    );
    // Ten jobs: the last two wait for a second four times.
    expect(performance.now() - startedAt).toBeGreaterThan(3_900);
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });
});

it.each([
  ['is damaged', '{"slots":{"a', 900, 1_200],
  ['has other things in it', '[1, "a"]', 0, 1_200],
  [
    'has times of a clock that was set back',
    JSON.stringify({ slots: { a: Date.now() + 9e9 } }),
    2_000,
    3_200,
  ],
])('a file that %s delays, and is used again', async (_, text, atLeastMs, atMostMs) => {
  const path = newPath();
  await writeFile(path, text);
  const waited = await measureWait(createFileLimiter({ path, perSecond: 1 }));
  expect(waited).toBeGreaterThanOrEqual(atLeastMs);
  expect(waited).toBeLessThanOrEqual(atMostMs);
  expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('slots');
});

it.each([
  ['long ago', 1],
  ['before the clock was set back', 9e9],
])('breaks the lock of a process that ended with it %s, and leaves none behind', async (_, lockedAt) => {
  const path = newPath();
  await writeFile(`${path}.lock`, '');
  await utimes(`${path}.lock`, lockedAt, lockedAt);
  await measureWait(createFileLimiter({ path }));
  const isLocked = async () => (await readdir(folder)).some((name) => name.endsWith('.lock'));
  for (let turn = 0; turn < 20 && (await isLocked()); turn += 1) await vi.advanceTimersByTimeAsync(5);
  expect(await isLocked()).toBe(false);
});

it('sends nothing that is aborted or withdrawn while it waits', async () => {
  const limiter = createFileLimiter({ path: newPath(), perSecond: 1 });
  const other = createFileLimiter({ path: newPath(), perSecond: 1 });
  await measureWait(limiter);
  let sent = 0;
  const job: Job = async () => {
    sent += 1;
  };
  const controller = new AbortController();
  const waiting = limiter.run(job, { signal: controller.signal });
  controller.abort(new Error('aborted'));
  await expect(turnUntil(waiting)).rejects.toThrow('aborted');
  const withdrawn = other.run(job, { beforeSend: () => Promise.reject(new Error('withdrawn')) });
  await expect(turnUntil(withdrawn)).rejects.toThrow('withdrawn');
  expect(sent).toBe(0);
});

it('reports a path that can’t be used', async () => {
  expect(() => createFileLimiter({ path: '' })).toThrow(TypeError);
  const misspelt = { path: join(folder, 'limit'), persecond: 5 } as { path: string };
  expect(() => createFileLimiter(misspelt)).toThrow('createFileLimiter takes no option “persecond”');
  const limiter = createFileLimiter({ path: join(folder, 'missing', 'limit') });
  const jobs = [1, 2, 3].map(() => limiter.run(answered));
  await turnUntil(Promise.allSettled(jobs));
  for (const job of jobs) {
    await expect(job).rejects.toThrow(/The file .+limit.lock cannot be kept: its folder is missing\./);
    await expect(job).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
  }
});

describe('a file of someone else', () => {
  const run = (path: string) => turnUntil(createFileLimiter({ path }).run(answered));

  it('isn’t followed, nor changed, if it is a link', async () => {
    const [target, path, hard] = [newPath(), newPath(), newPath()];
    await writeFile(target, 'My diary.');
    await symlink(target, path);
    await link(target, hard);
    await expect(run(path)).rejects.toThrow('it is a symbolic link, which is not followed');
    await expect(run(hard)).rejects.toThrow('it has a second name');
    expect(await readFile(target, 'utf8')).toBe('My diary.');
    // A dangling link creates no file.
    const [nothing, dangling] = [newPath(), newPath()];
    await symlink(nothing, dangling);
    await expect(run(dangling)).rejects.toThrow('it is a symbolic link');
    await expect(readFile(nothing)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it('isn’t used if another user has created it', async () => {
    const path = newPath();
    await writeFile(path, '');
    vi.spyOn(process, 'getuid').mockReturnValue(12_345);
    await expect(run(path)).rejects.toThrow('it belongs to another user');
    vi.restoreAllMocks();
    await run(path);
  });

  it('isn’t used if it isn’t a regular file', async () => {
    const path = newPath();
    await mkdir(path);
    await expect(run(path)).rejects.toThrow('it is a folder');
    const pipe = newPath();
    execFileSync('mkfifo', [pipe]);
    await expect(run(pipe)).rejects.toThrow('it is no plain file');
    await expect(run(join(pipe, 'limit'))).rejects.toThrow('its folder is a file');
  });
});

it('is readable only by its user, and contains only the latest state', async () => {
  const path = newPath();
  await writeFile(path, JSON.stringify({ slots: {}, pausedUntil: 0, note: 'x'.repeat(1_000) }));
  await measureWait(createFileLimiter({ path }));
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')))).toEqual(['slots', 'pausedUntil']);
  const fresh = newPath();
  await measureWait(createFileLimiter({ path: fresh }));
  expect((await stat(fresh)).mode & 0o777).toBe(0o600);
});

it('reports a lock that can’t be removed', async () => {
  // Stands for another user's lock, which root could remove: renaming it first fails because the new name is too long.
  const path = `${newPath()}${'x'.repeat(240)}`;
  await writeFile(`${path}.lock`, '');
  await utimes(`${path}.lock`, 1, 1);
  await expect(turnUntil(createFileLimiter({ path }).run(answered))).rejects.toThrow(
    `The lock ${path}.lock is left over and cannot be removed. Remove it.`,
  );
});
