/** `npm run bench` runs in Node, without Vite's aliases and replacements, so each benchmark must load there. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = new URL('../bench/', import.meta.url);

it('each benchmark loads in Node', { timeout: 60_000 }, async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bench.ts'));
  const addresses = names.map((name) => new URL(name, folder).href);
  const script = `for (const address of ${JSON.stringify(addresses)})
    console.log(typeof (await import(address)).default.run);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout.trim().split('\n')).toEqual(names.map(() => 'function'));
});
