import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';

const index = fileURLToPath(new URL('../../../lib/api/index.ts', import.meta.url));

test('the client runs in Node without a build', async () => {
  const script = `
    import { createClient, parseServiceAddress } from ${JSON.stringify(index)};
    const client = createClient({ baseUrl: parseServiceAddress('files.example'), key: 'secret-key' });
    console.log(Object.entries(client).map(([noun, calls]) => noun + ': ' + Object.keys(calls).join(' ')).join('\\n'));
  `;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(stderr).toBe('');
  const client = createClient({ baseUrl: 'https://service.example', key: 'k' });
  const calls = Object.entries(client).map(([noun, group]) => `${noun}: ${Object.keys(group).join(' ')}`);
  expect(stdout.trim().split('\n')).toEqual(calls);
});

test.each([
  ['Promise.withResolvers', 'delete Promise.withResolvers'],
  ['URL.parse', 'delete URL.parse'],
  ['fetch', 'delete globalThis.fetch'],
  ['AbortSignal.any', 'delete AbortSignal.any'],
  ['WeakRef', 'delete globalThis.WeakRef'],
  // A Worker with an old compatibility date.
  [
    'a fetch that takes “cache”',
    'globalThis.Request = class { constructor(_, { cache }) { if (cache) throw new Error("Not implemented."); } }',
  ],
])('a runtime without %s gets an error that says what is needed', async (name, remove) => {
  const script = `
    import { createCalls, createClient, createLimiter, parseServiceAddress, probeService, sendFile } from ${JSON.stringify(index)};
    ${remove};
    const baseUrl = parseServiceAddress('files.example');
    for (const use of [
      () => createClient({ baseUrl, key: 'secret-key' }),
      () => createCalls({ baseUrl, key: 'secret-key' }),
      () => createLimiter(),
      () => sendFile({ address: baseUrl, baseUrl, key: 'secret-key', file: new Blob(['a']) }),
      () => probeService(baseUrl),
    ])
      await Promise.try(use).catch((error) => console.log(String(error)));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line).toContain(`TypeError: linkhaul-api needs ${name}: Node.js 22`);
});
