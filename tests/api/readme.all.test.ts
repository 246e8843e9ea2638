/** The code in the README type-checks and runs against the local service. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/src/index.ts';
import { startLocalServer } from '../local-server.ts';

const key = 'key-of-the-readme';

it('has types, and runs', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-readme-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const accounts = [{ email: 'one@files.example', key }];
  const service = await startService({ dataDir: join(folder, 'data'), accounts });
  onTestFinished(() => service.close());
  const web = await startLocalServer((request, response) => response.end(`The file at ${request.url}`));
  onTestFinished(() => web.close());

  const readme = await readFile('api/README.md', 'utf8');
  const blocks = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(8);
  const imports = new Set(blocks.flatMap((code) => code.match(/^import .*;$/gm) ?? []));
  const bodies = blocks.map((code) => `{\n${code.replaceAll(/^import .*;\n/gm, '')}}\n`);
  const program = `${[...imports].join('\n')}
    const client = createClient({ baseUrl: 'https://files.example', key: process.env.FILES_KEY ?? '' });
    const { folderId } = await client.folders.create({ name: 'Others' });
    const { fileCode } = await client.uploads.send(new File(['text'], 'notes.txt'));
    ${bodies.join('')}`
    .replaceAll('https://files.example', service.url)
    .replaceAll('https://example.com', web.url)
    .replaceAll("process.env.FILES_KEY ?? ''", `'${key}'`)
    .replaceAll('/home/me/.cache/files-example.limit', join(folder, 'limit'));
  expect(program).not.toMatch(/process\.env|\.example\b/);
  await writeFile(join(folder, 'readme.ts'), program);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'talk.mp4'), 'Not much of a talk.');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: { noUnusedLocals: false, typeRoots: [resolve('node_modules/@types')] },
      include: [],
      files: ['readme.ts'],
    }),
  );
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(program, args, { cwd: folder }).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
  await run(resolve('node_modules/.bin/tsc'), '-p', '.');
  const preload = ['--import', resolve('tests/api/run-example.ts')];
  const { stdout } = await run(process.execPath, ...preload, 'readme.ts');
  for (const line of [
    /^Uploaded as \w+\.$/m,
    /^“The talk” and “intro” are in the folder Talks\.$/m,
    /^\w+ one$/m,
    /^file talk$/m,
    /^1 200 \w+, \d+ \w+ \d+/m,
    /^account\/info: HTTP 200 after \d+ ms/m,
    /^not-found /m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout).not.toContain(key);
});
