import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { caller, expectEventually, temporaryFolder } from './helpers.ts';

const CLI = fileURLToPath(new URL('../../service/src/cli.ts', import.meta.url));

function run(args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args]);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => Number(code));
  return { child, output, ended };
}

test('prints address, key and settings page, serves requests, and ends on Ctrl-C', async () => {
  const data = await temporaryFolder();
  const { child, output, ended } = run(['--data', data, '--port', '0', '--account', 'me@example.org:my-key']);
  await expectEventually(() => output.out).toContain('Press Ctrl-C');
  const url = /Service address: +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output.out)?.[1] ?? '';
  expect(output.out).toContain('my-key  (me@example.org)');
  expect(output.out).toContain(`${url}/settings`);
  expect((await caller({ url })('account/info', {}, 'my-key')).body.result.email).toBe('me@example.org');
  expect((await fetch(`${url}/admin/accounts`)).status).toBe(404);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(output.out).toContain('Stopped');
  expect(output.err).toBe('');
});

test('seed fills an account that exists at the next start', async () => {
  const data = await temporaryFolder();
  const account = ['--data', data, '--account', 'me@example.org:my-key'];
  const seed = run(['seed', ...account, '--files', '30', '--folders', '3']);
  expect(await seed.ended).toBe(0);
  expect(seed.output.out).toMatch(/^me@example\.org: 30 files in 3 folders, \d+ ms\n$/);
  const { child, output, ended } = run([...account, '--port', '0', '--quiet']);
  await expectEventually(() => output.out).toContain('Press Ctrl-C');
  const url = /http:\S+/.exec(output.out)?.[0] ?? '';
  expect((await caller({ url })('file/list', {}, 'my-key')).body.result.results_total).toBe('30');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('--dialect chooses the API', async () => {
  const data = await temporaryFolder();
  const account = ['--account', 'me@example.org:my-key'];
  const { child, output, ended } = run(['--data', data, '--port', '0', '--dialect', 'sibling', ...account]);
  await expectEventually(() => output.out).toContain('Press Ctrl-C');
  const url = /http:\S+/.exec(output.out)?.[0] ?? '';
  expect((await caller({ url })('file/url_uploads', {}, 'my-key')).body.result).toEqual([]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.each([
  [['--dialect', 'dutch'], '"dialect" must be one of document, sibling, not "dutch".'],
  [['--port', 'http'], '--port must be a whole number, not "http".'],
  [['sed'], 'There is no command "sed".'],
  [['--prot', '1'], "Unknown option '--prot'"],
  [['--account', 'nobody'], '"nobody" is not an email address.'],
])('%j is rejected with a message', async (args, sentence) => {
  const { output, ended } = run(['--data', await temporaryFolder(), ...args]);
  expect(await ended).toBe(1);
  expect(output.err).toContain(sentence);
  expect(output.err).not.toContain('    at ');
});
