/** The command line in a terminal, provided by `script` of util-linux, and a long list of links. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { main, setUp } from './command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

it.runIf(hasTerminal)(
  'shows lines and progress in a terminal, and escapes control characters in file names',
  async () => {
    const { folder, env, admin } = await setUp();
    const name = 'a\x1b[2J\u202eb.mp4';
    await writeFile(join(folder, name), Buffer.alloc(3_000_000, 'x'));
    await writeFile(join(folder, 'file-list'), name);
    await admin.setFaults([{ endpoint: '/upload', kind: 'delay', ms: 500 }]);
    const command = `exec '${process.execPath}' '${main}' upload "$(cat file-list)" --to a`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(out).toMatch(/\[#*\.*\] +\d+ %/);
    expect(out).toContain('  a\\u001b[2J\\u202eb.mp4\r\n');
    // The only control sequence left is the one that clears its own line.
    expect(out.replaceAll('\r\x1b[2K', '').replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  },
);

it('sends 300 links from stdin once each, although it is killed twice', async () => {
  const { start, run, admin } = await setUp();
  const links = Array.from({ length: 300 }, (_, at) => `http://127.0.0.1:9/film_${at}.mp4`);
  const stdin = links.join('\n');
  const countAdded = async () =>
    (await admin.audit()).filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect).length;
  for (const atLeast of [90, 180]) {
    const killed = start(['send', '-', '--to', 'films'], { stdin });
    await expect.poll(countAdded, { timeout: 60_000 }).toBeGreaterThanOrEqual(atLeast);
    killed.kill('SIGKILL');
    expect(await killed.ended, 'killed before its end').toBeNull();
  }
  const { code, lines } = await run(['send', '-', '--to', 'films'], { stdin });
  expect(code).toBe(0);
  expect(lines).toHaveLength(links.length);
  const added = (await admin.audit())
    .filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect)
    .map(({ query }) => query['url']);
  expect(added.sort()).toEqual([...links].sort());
});
