/** The command line as a process: arguments, output and exit codes. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../../api/src/cli/commands.ts';
import { describeFailure } from '../../../api/src/cli/failure.ts';
import { describeAll, describeCommand } from '../../../api/src/cli/help.ts';
import { ensureFolder } from '../../../api/src/cli/paths.ts';
import { ApiError } from '../../../lib/api/index.ts';
import { expectEventually } from '../../service/helpers.ts';
import { setUp } from './command-line.ts';

it('describes every command and option', () => {
  for (const command of commands) {
    expect(describeAll()).toContain(`  ${command.name} ${command.usage}`);
    const help = describeCommand(command);
    for (const name of [...Object.keys(command.options), 'host', 'key-file', 'json'])
      expect(help).toContain(`  --${name}`);
    expect(help.split('\n').filter((line) => line.length > 104)).toEqual([]);
  }
});

it('uploads, lists, finds, moves, renames and reports', async () => {
  const { folder, run, client } = await setUp();
  await writeFile(join(folder, 'film_one.mp4'), 'one');
  const [film, missing] = ['film_one.mp4', 'missing.mp4'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  const uploaded = await run(['upload', film, missing, '--to', 'a/b']);
  expect(uploaded.code).toBe(1);
  expect(uploaded.lines).toMatchObject([
    { type: 'file', input: film, state: 'sent', size: 3 },
    { type: 'file', input: missing, state: 'failed', error: { code: 'unreadable' } },
  ]);
  expect(uploaded.err).toContain(`${missing}: There is no such file.`);
  const fileCode = String(uploaded.lines[0]?.['fileCode']);

  const listed = await run(['ls', '--recursive']);
  expect(listed.lines.map(({ path }) => path)).toEqual(['a', 'a/b', 'a/b/film one']);
  const found = await run(['find', 'a/b/film_one.mp4', 'film', fileCode]);
  expect(found.lines.map((line) => line['fileCode'])).toEqual([fileCode, fileCode, fileCode]);

  const planned = await run(['mv', 'a/b/film_one.mp4', 'c/d', '--parents', '--dry-run']);
  expect(planned).toMatchObject({ code: 0, lines: [{ state: 'planned', fileCode }] });
  expect((await client.folders.list('0')).folders.map(({ name }) => name)).toEqual(['a']);
  expect(await run(['mv', 'a/b/film_one.mp4', '/'])).toMatchObject({ code: 0, lines: [{ state: 'moved' }] });
  expect(await run(['mv', '/film_one.mp4', '/'])).toMatchObject({ code: 0, lines: [{ state: 'unchanged' }] });
  expect(await run(['rename', 'film one', 'Film 1'])).toMatchObject({
    code: 0,
    lines: [{ state: 'renamed' }],
  });
  expect((await client.files.list({ folderId: '0' })).files).toMatchObject([{ fileCode, title: 'Film 1' }]);
  const report = await run(['report', '--days', '3', '--json']);
  expect(report.lines[0]).toMatchObject({ type: 'account', storageUsed: 3 });
});

it('refuses an ambiguous name, and lists its matches', async () => {
  const { run, client } = await setUp();
  const sent = await Promise.all(['a', 'b'].map((text) => client.uploads.send(new File([text], 'film.mp4'))));
  const { code, err, lines } = await run(['rename', 'film.mp4', 'x']);
  expect({ code, lines }).toMatchObject({ code: 1, lines: [{ error: { code: 'ambiguous' } }] });
  for (const { fileCode } of sent) expect(err).toContain(`code:${fileCode}`);
  const folders = await Promise.all([1, 2].map(() => client.folders.create({ name: 'twice' })));
  const moved = await run(['mv', `code:${sent[0]?.fileCode}`, 'twice']);
  expect(moved.code).toBe(1);
  for (const { folderId } of folders) expect(moved.err).toContain(`folder:${folderId}`);
  expect((await run(['mv', `code:${sent[0]?.fileCode}`, `folder:${folders[0]?.folderId}`])).code).toBe(0);
});

it('starts paths at the root', async () => {
  const { run, client } = await setUp();
  const { fileCode } = await client.uploads.send(new File(['a'], 'film.mp4'));
  expect((await run(['mv', fileCode, './a/./b', '--parents'])).code).toBe(0);
  expect((await run(['ls', '--recursive'])).lines.map(({ path }) => path)).toEqual(['a', 'a/b', 'a/b/film']);
  const { code, err } = await run(['mv', fileCode, '../a', '--parents']);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('without “..”') });
});

const plainly = { isDryRun: false, options: {}, onMissing: () => undefined };

it('uses no folder that the service named differently, because the next run wouldn’t find it', async () => {
  const { connect } = await setUp();
  const renaming = connect({ fetch: (url, init) => fetch(String(url).replace('Q%26A', 'QandA'), init) });
  await expect(ensureFolder(renaming, 'a/Q&A', plainly)).rejects.toThrow(
    /The service calls the new folder “QandA” \(folder \d+\)\. Use that name\./,
  );
});

it('doesn’t confuse the root with a missing folder', async () => {
  const { client } = await setUp();
  const { folderId } = await client.folders.create({ name: 'a' });
  const list: typeof client.folders.list = (id, which, options) =>
    client.folders.list(id === '999' ? '0' : id, which, options);
  const showingRoot = { ...client, folders: { ...client.folders, list } };
  await expect(ensureFolder(showingRoot, 'folder:999', plainly)).rejects.toThrow('shows the root');
  expect(await ensureFolder(showingRoot, `folder:${folderId}`, plainly)).toMatchObject({ folderId });
});

it('two processes that move files create a folder once', async () => {
  const { start, client, admin } = await setUp();
  const sent = await Promise.all(['a', 'b'].map((text) => client.uploads.send(new File([text], text))));
  await admin.setFaults([{ endpoint: '/api/folder/create', kind: 'delay', ms: 1_000 }]);
  const runs = sent.map(({ fileCode }) => start(['mv', fileCode, 'new', '--parents']));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0]);
  expect((await client.folders.list('0')).folders).toHaveLength(1);
});

it('doesn’t promise to complete an incomplete file', () => {
  const fail = (endpoint: string) => {
    const facts = { endpoint, msg: null, status: null, mayHaveTakenEffect: true };
    const error = new ApiError('invalid-response', 'The service has 2 of the 3 bytes.', facts);
    return describeFailure(Object.assign(error, { fileCode: 'abcdef' })).message;
  };
  expect(fail('file/move')).toContain('The file is there as abcdef: run the command again');
  expect(fail('upload')).toContain('send it with --again');
});

it('says what is wrong with the command, and exits with 2', async () => {
  const { run, folder } = await setUp();
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, 'command-line-key-1\n');
  await chmod(keyFile, 0o644);
  const none = { LINKHAUL_KEY: '', LINKHAUL_HOST: '' };
  const wrong: [string[], NodeJS.ProcessEnv, string][] = [
    [['lss'], {}, 'There is no command “lss”'],
    [['ls', '--frob'], {}, "Unknown option '--frob'"],
    [['ls', '--key=secret-1'], {}, 'The key can’t be an argument'],
    [['ls'], none, 'Which service?'],
    [['ls'], { LINKHAUL_KEY: '' }, 'There is no key'],
    [['ls', '--key-file', keyFile], {}, `chmod 600 ${keyFile}`],
    [['report', '--days', '0'], {}, '--days must be a whole number'],
    [['ls', '--host', 'ftp://x'], {}, 'must begin with https://'],
  ];
  const ends = await Promise.all(wrong.map(([args, env]) => run(args, { env })));
  expect(ends.map(({ code }) => code)).toEqual(wrong.map(() => 2));
  for (const [index, [, , sentence]] of wrong.entries()) expect(ends[index]?.err).toContain(sentence);
  expect(ends.map(({ out, err }) => out + err).join()).not.toMatch(/secret-1|command-line-key-1|\n {4}at /);
  // Arguments after "--" are not options.
  expect((await run(['upload', '--', '--key'])).err).toContain('--key: There is no such file.');
  await chmod(keyFile, 0o600);
  expect((await run(['ls', '--key-file', keyFile], { env: { LINKHAUL_KEY: '' } })).code).toBe(0);
});

it('stops at a rejected key, and says what to do', async () => {
  const { run, admin } = await setUp();
  const links = Array.from({ length: 50 }, (_, at) => `http://127.0.0.1:9/${at}`).join('\n');
  const { code, err, out } = await run(['send', '-'], { stdin: links, env: { LINKHAUL_KEY: 'wrong-key-7' } });
  expect(code).toBe(1);
  expect(err).toContain('Check the key in LINKHAUL_KEY');
  expect(err).toContain('Stopped. Run the command again');
  expect(out + err).not.toContain('wrong-key-7');
  expect((await admin.audit()).length).toBeLessThan(20);
});

it('does not wait for more links once the account fails', async () => {
  const { start } = await setUp();
  const running = start(['send', '-'], { env: { LINKHAUL_KEY: 'wrong-key-7' } });
  running.write('http://127.0.0.1:9/1\n');
  expect(await running.ended).toBe(1);
});

it('ends silently when nobody reads its output', async () => {
  const { start, admin } = await setUp();
  await admin.seed({ account: 'one@example.org', files: 2_000, folders: 1 });
  const listing = start(['ls', '--recursive'], { stdin: '' });
  await expectEventually(() => listing.out).not.toBe('');
  listing.closeOutput();
  expect(await listing.ended).toBe(0);
  expect(listing.err).toBe('');
});
