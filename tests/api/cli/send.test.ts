/** Links and files are sent once: after Ctrl-C, after a kill, with two processes, and with lost responses. */
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectEventually, testServer, waitFor } from '../../service/helpers.ts';
import { setUp } from './command-line.ts';

// A port where nothing listens: transfers fail and stay listed.
const makeLinks = (count: number) =>
  Array.from({ length: count }, (_, at) => `http://127.0.0.1:9/film_${at}.mp4`);

it('sends links from stdin once, and repeats them only with --again', async () => {
  const { run, listLinks } = await setUp();
  const [first = '', second = ''] = makeLinks(2);
  const stdin = `\ufeff# two links\r\n\r\n${first}\r\n  ${second}\n${first}\nnot a link`;
  const { code, lines } = await run(['send', '-', '--to', 'in/here'], { stdin });
  expect(code).toBe(1);
  expect(lines.map(({ input, state }) => [input, state])).toEqual(
    expect.arrayContaining([
      [first, 'sent'],
      [second, 'sent'],
      [first, 'sent-before'],
      ['not a link', 'failed'],
    ]),
  );
  expect((await listLinks()).sort()).toEqual([first, second].sort());
  const again = await run(['send', first, '--to', 'in/here']);
  expect(again).toMatchObject({ code: 0, lines: [{ state: 'sent-before' }] });
  const planned = await run(['send', first, '--to', 'in/here', '--again', '--dry-run']);
  expect(planned).toMatchObject({ code: 0, lines: [{ state: 'planned' }] });
  expect(await run(['send', first, '--to', 'in/here', '--again'])).toMatchObject({
    lines: [{ state: 'sent' }],
  });
  expect(await listLinks()).toHaveLength(3);
});

it('sends each link of one run once, even with --again', async () => {
  const { run, listLinks } = await setUp();
  const links = makeLinks(9);
  const { code } = await run(['send', '-', '--again'], { stdin: [...links, ...links].join('\n') });
  expect(code).toBe(0);
  expect((await listLinks()).sort()).toEqual([...links].sort());
});

it('continues after a kill: links that the service has are found there', async () => {
  const { start, run, admin, listLinks } = await setUp();
  const links = makeLinks(12);
  // The service accepts each link, but delays its response from the sixth on.
  await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'delay-answer', ms: 600_000, skip: 5 }]);
  const killed = start(['send', '-'], { stdin: links.join('\n') });
  await waitFor(async () => (await listLinks()).length >= 9);
  killed.kill('SIGKILL');
  await killed.ended;
  await admin.clearFaults();
  const { code, lines } = await run(['send', '-'], { stdin: links.join('\n') });
  expect(code).toBe(0);
  expect(lines.map(({ input }) => input).sort()).toEqual([...links].sort());
  expect((await listLinks()).sort()).toEqual([...links].sort());
});

it('stops after Ctrl-C once requests in progress have responses, and continues at the next run', async () => {
  const { start, run, admin, listLinks } = await setUp();
  const links = makeLinks(30);
  await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'delay', ms: 500 }]);
  const stopped = start(['send', '-'], { stdin: links.join('\n') });
  await expectEventually(() => stopped.out).not.toBe('');
  stopped.kill('SIGINT');
  expect(await stopped.ended).toBe(130);
  expect(stopped.err).toContain('Stopping.');
  const sent = stopped.lines().map(({ input }) => input);
  expect(sent.length).toBeLessThan(links.length);
  // Each request got its response, so there is nothing to look for.
  expect((await listLinks()).sort()).toEqual([...sent].sort());
  await admin.clearFaults();
  const { code, err } = await run(['send', '-'], { stdin: links.join('\n') });
  expect(code).toBe(0);
  expect(err).not.toContain('Checking whether');
  expect((await listLinks()).sort()).toEqual([...links].sort());
});

it('stops if its output is closed, and says that some links weren’t sent', async () => {
  const { start, admin } = await setUp();
  const links = makeLinks(30);
  await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'delay', ms: 500 }]);
  const running = start(['send', '-'], { stdin: links.join('\n') });
  await expectEventually(() => running.out).not.toBe('');
  running.closeOutput();
  expect(await running.ended).toBe(1);
  expect(running.err).not.toMatch(/EPIPE|\n {4}at /);
  const added = (await admin.audit()).filter(({ endpoint }) => endpoint === '/api/upload/url');
  expect(added.length).toBeLessThan(links.length);
});

it('ends at Ctrl-C even while it waits for a line', async () => {
  const { start, listLinks } = await setUp();
  const running = start(['send', '-']);
  running.write('http://127.0.0.1:9/one.mp4\n');
  await expectEventually(() => running.out).toContain('"sent"');
  running.kill('SIGINT');
  expect(await running.ended).toBe(130);
  expect(await listLinks()).toHaveLength(1);
});

it('two processes with the same links send each once, within the limit', async () => {
  const { start, admin, listLinks } = await setUp({ rateLimit: true });
  const links = makeLinks(15);
  const options = { stdin: links.join('\n') };
  const runs = [1, 2].map(() => start(['send', '-', '--to', 'both'], options));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(runs.map((each) => each.lines().length)).toEqual([15, 15]);
  expect((await listLinks()).sort()).toEqual([...links].sort());
  const audit = await admin.audit();
  expect(audit.filter(({ endpoint }) => endpoint === '/api/folder/create')).toHaveLength(1);
  expect(audit.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
});

it('waits while the queue is full', async () => {
  const { run, admin, listLinks } = await setUp();
  const envelope = { status: 400, msg: 'The queue is full, try again later' };
  await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  const { code, err } = await run(['send', ...makeLinks(2)]);
  expect(code).toBe(0);
  expect(await listLinks()).toHaveLength(2);
  expect(err).toContain('The service’s queue is full: waiting. (“The queue is full, try again later”)');
});

it('finds a file whose response was lost in a kill, and only moves it', async () => {
  const { start, run, admin, folder, countFiles, client } = await setUp();
  await writeFile(join(folder, 'film_one.mp4'), 'one');
  await admin.setFaults([{ endpoint: '/upload', kind: 'delay-answer', ms: 600_000 }]);
  const killed = start(['upload', join(folder, 'film_one.mp4'), '--to', 'a']);
  await waitFor(async () => (await countFiles()).length > 0);
  killed.kill('SIGKILL');
  await killed.ended;
  await admin.clearFaults();
  const { code, lines } = await run(['upload', join(folder, 'film_one.mp4'), '--to', 'a']);
  expect({ code, lines }).toMatchObject({ code: 0, lines: [{ state: 'sent' }] });
  expect(await countFiles()).toEqual(['film one']);
  const { folders } = await client.folders.list('0');
  const { files } = await client.folders.list(folders[0]?.folderId ?? '');
  expect(files.map(({ title }) => title)).toEqual(['film one']);
  expect((await run(['upload', join(folder, 'film_one.mp4'), '--to', 'a'])).lines).toMatchObject([
    { state: 'sent-before' },
  ]);
});

it('names a file like its link, and sends nothing to a missing folder', async () => {
  const { run, folder, countFiles, admin } = await setUp();
  await writeFile(join(folder, '0001.bin'), 'one');
  await symlink('0001.bin', join(folder, 'talk.mp4'));
  expect((await run(['upload', join(folder, 'talk.mp4')])).code).toBe(0);
  expect(await countFiles()).toEqual(['talk']);
  const { code, err } = await run(['upload', join(folder, '0001.bin'), '--to', 'folder:999']);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/folder/i) });
  expect((await admin.audit()).filter(({ endpoint }) => endpoint === '/upload')).toHaveLength(1);
});

it('completes a file that had arrived when its move failed', async () => {
  const { run, admin, folder, countFiles } = await setUp();
  const file = join(folder, 'one.mp4');
  await writeFile(file, 'one');
  const envelope = { status: 403, msg: 'No permission to move' };
  await admin.setFaults([{ endpoint: '/api/file/move', kind: 'envelope', envelope }]);
  const failed = await run(['upload', file, '--to', 'a']);
  expect(failed.code).toBe(1);
  expect(failed.err).toContain('run the command again to put it into its folder');
  await admin.clearFaults();
  expect((await run(['upload', file, '--to', 'a'])).code).toBe(0);
  expect(await countFiles()).toEqual(['one']);
});

it('stops an upload at Ctrl-C, and starts it over', async () => {
  const { start, run, admin, folder, countFiles } = await setUp();
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(20_000_000, 'x'));
  await admin.setFaults([{ endpoint: '/upload', kind: 'hold' }]);
  const stopped = start(['upload', join(folder, 'large.bin')]);
  await waitFor(async () => (await admin.audit()).some(({ endpoint }) => endpoint === '/upload'));
  stopped.kill('SIGINT');
  expect(await stopped.ended).toBe(130);
  await admin.clearFaults();
  const { code, err } = await run(['upload', join(folder, 'large.bin')]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(await countFiles()).toEqual(['large']);
});

it('doesn’t wait long for a process on another machine', async () => {
  const { run, folder } = await setUp();
  const links = makeLinks(2);
  expect((await run(['send', ...links])).code).toBe(0);
  const state = join(folder, 'state');
  const [name = ''] = (await readdir(state)).filter((each) => each.endsWith('.jsonl'));
  const journal = await readFile(join(state, name), 'utf8');
  // The state that a killed container leaves behind.
  const opened = journal.split('\n').filter((line) => line.includes('"open"'));
  const foreign = opened.map((line) => line.replace(`"host":"${hostname()}"`, '"host":"another.example"'));
  await writeFile(join(state, name), `${foreign.join('\n')}\n`);
  const { code, lines } = await run(['send', ...links]);
  expect(code).toBe(1);
  expect(lines.map(({ input }) => input).sort()).toEqual(links);
  expect(lines).toMatchObject(links.map(() => ({ error: { code: 'in-progress' } })));
});

it('sends files even if the service doesn’t report its free space', async () => {
  const { run, folder, countFiles, admin } = await setUp();
  await writeFile(join(folder, 'one.mp4'), 'one');
  const envelope = { status: 403, msg: 'Not allowed' };
  await admin.setFaults([{ endpoint: '/api/account/info', kind: 'envelope', envelope }]);
  expect((await run(['upload', join(folder, 'one.mp4')])).code).toBe(0);
  expect(await countFiles()).toEqual(['one']);
});

it('says that it waits for another process', async () => {
  const { start, admin, listLinks } = await setUp();
  const [link = ''] = makeLinks(1);
  await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'delay-answer', ms: 600_000 }]);
  const first = start(['send', link]);
  await waitFor(async () => (await listLinks()).length > 0);
  const second = start(['send', link]);
  await expectEventually(() => second.err).toContain(
    `Waiting for another process, which is sending ${link}.`,
  );
  second.kill('SIGINT');
  expect(await second.ended).toBe(130);
  first.kill('SIGKILL');
});

it('sends what there is space for, and says why the rest isn’t sent', async () => {
  const { run, folder, countFiles, admin } = await setUp({ quotaBytes: 100 });
  await writeFile(join(folder, 'large.bin'), 'x'.repeat(200));
  await writeFile(join(folder, 'small.bin'), 'x'.repeat(50));
  const { code, lines, err } = await run(['upload', join(folder, 'large.bin'), join(folder, 'small.bin')]);
  expect(code).toBe(1);
  expect(lines).toMatchObject([{ state: 'failed', error: { code: 'no-room' } }, { state: 'sent' }]);
  expect(err).toContain('the account has room for 100 bytes');
  expect(await countFiles()).toEqual(['small']);
  expect((await admin.audit()).filter(({ endpoint }) => endpoint === '/upload')).toHaveLength(1);
});

it('waits for files, and says which links could not be fetched', async () => {
  const { run, client } = await setUp();
  const source = await testServer((_, response) => void response.end('one'));
  const good = await client.remoteUploads.add({ url: `${source}/good.mp4` });
  const bad = await client.remoteUploads.add({ url: 'http://127.0.0.1:9/bad.mp4' });
  const stdin = `no,code\n${bad.fileCode}\n${good.fileCode}\n`;
  const { code, lines } = await run(['wait', '-'], { stdin });
  expect({ code, lines }).toMatchObject({
    code: 1,
    lines: [
      { input: 'no,code', state: 'failed', error: { code: 'not-a-code' } },
      { input: bad.fileCode, state: 'failed', error: { code: 'refused' } },
      { input: good.fileCode, state: 'arrived', title: 'good' },
    ],
  });
});
