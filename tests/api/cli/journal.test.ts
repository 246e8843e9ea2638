/** The journal keeps anything from being sent twice: by concurrent processes, after a crash at any point, or with a truncated file. */
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Journal } from '../../../api/src/cli/journal.ts';

let folder: string;
let count = 0;
const newPath = () => join(folder, `${count++}.jsonl`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

const intent = { input: 'https://a.example/1', at: 1, folderId: '0', name: '1', size: null };
const id = Journal.id('link', intent.input, '0');

it('gives an item to only one of two that claim it at once', async () => {
  const path = newPath();
  const journals = [new Journal(path), new Journal(path), new Journal(path)];
  const states = await Promise.all(journals.map(async (each) => (await each.claim(id, intent)).state));
  // Within one process, an open item counts as left by an earlier process with the same id, since two can't have it at once.
  expect(states.filter((state) => state === 'new')).toHaveLength(1);
});

it('gives a done item to nobody, unless it is requested again', async () => {
  const path = newPath();
  const [one, other] = [new Journal(path), new Journal(path)];
  await one.claim(id, intent);
  await one.end(id, 'done', 'abc');
  expect(await other.claim(id, intent)).toEqual({ state: 'done', fileCode: 'abc' });
  expect(other.hasCode('abc')).toBe(true);
  expect((await other.claim(id, intent, true)).state).toBe('new');
});

it('says what an ended process was sending, with the time of its request', async () => {
  const path = newPath();
  const script = `
    import { Journal } from ${JSON.stringify(join(process.cwd(), 'api/src/cli/journal.ts'))};
    await new Journal(${JSON.stringify(path)}).claim(${JSON.stringify(id)}, ${JSON.stringify(intent)});
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(signal).toBe('SIGKILL');
  const journal = new Journal(path);
  expect(await journal.claim(id, { ...intent, at: 99 })).toMatchObject({ state: 'left', intent });
  journal.release(id);
  expect(await journal.claim(id, { ...intent, at: 99 })).toMatchObject({ state: 'left', intent });
});

it('leaves alone what a living process is sending, even if it is requested again', async () => {
  const path = newPath();
  // Use a process that is alive: the parent of this one.
  await new Journal(path).claim(id, intent);
  const text = await readFile(path, 'utf8');
  const { owner } = JSON.parse(text);
  const since = (await readFile(`/proc/${process.ppid}/stat`, 'utf8').catch(() => null))
    ?.split(') ')[1]
    ?.split(' ')[19];
  const parent = { ...owner, pid: process.ppid, since: since ? `${owner.since.split(' ')[0]} ${since}` : '' };
  await appendFile(path, `${JSON.stringify({ ...JSON.parse(text), owner: parent })}\n`);
  expect((await new Journal(path).claim(id, intent)).state).toBe('in-progress');
  expect((await new Journal(path).claim(id, intent, true)).state).toBe('in-progress');
  // A later process with the same id isn't the owner.
  if (since === undefined) return;
  await appendFile(
    path,
    `${JSON.stringify({ ...JSON.parse(text), owner: { ...parent, since: 'earlier' } })}\n`,
  );
  expect((await new Journal(path).claim(id, intent)).state).toBe('left');
});

it('survives a truncated line, and appends no line to it', async () => {
  const path = newPath();
  const journal = new Journal(path);
  await journal.claim(id, intent);
  await journal.end(id, 'done', 'abc');
  await appendFile(path, '{"id":"x","sta');
  const other = Journal.id('link', 'https://a.example/2', '0');
  await journal.claim(other, intent);
  await journal.end(other, 'done', 'def');
  const read = new Journal(path);
  expect([read.isDone(id), read.isDone(other)]).toEqual([true, true]);
});

it('is readable only by its owner', async () => {
  const path = newPath();
  await new Journal(path).claim(id, intent);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o077).toBe(0);
});
