import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeInMarkdown } from '../../api/src/cli/help.ts';
import { createClient } from '../../lib/api/index.ts';

it('lists every call', async () => {
  const readme = await readFile('api/README.md', 'utf8');
  const listed = [...readme.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].flatMap(([, noun, calls = '']) =>
    [...calls.matchAll(/`(\w+)`/g)].map(([, call]) => `${noun}.${call}`),
  );
  const client = createClient({ baseUrl: 'https://service.example', key: 'key' });
  const calls = Object.entries(client).flatMap(([noun, group]) =>
    Object.keys(group).map((call) => `${noun}.${call}`),
  );
  expect(listed.sort()).toEqual(calls.sort());
});

it('lists every command of the command line', async () => {
  expect(await readFile('api/README.md', 'utf8')).toContain(`\n\n${describeInMarkdown()}\n\n`);
});
