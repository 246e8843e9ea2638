import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { describeInMarkdown } from '../../api/src/cli/help.ts';
import { createClient } from '../../lib/api/index.ts';

it('lists every call', async () => {
  const readme = await readFile('api/README.md', 'utf8');
  const [, section = ''] = /^## Calls\n([\s\S]*?)^###/m.exec(readme) ?? [];
  const listed = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].flatMap(([, noun, calls = '']) =>
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

/** The README's promises, each with the test that fails if it is broken. */
const promises: readonly (readonly [sentence: string, file: string, test: string])[] = [
  ['A request that may have had an effect is never repeated', 'lib/api/retries', "describe('sent once'"],
  ['Several processes can share the limit', 'api/processes.all', 'none fails if they %s'],
  ['and the service refuses none', 'lib/api/service', 'is reached and never exceeded by 25 concurrent calls'],
  ['A click goes before a sync', 'lib/api/limiter/limiter', 'are served by priority'],
  ['You get the declared type or an error with a stable code', 'lib/api/hostile', "'every call, given %s'"],
  ['in constant memory', 'api/runtimes.all', 'without using memory for all of it'],
  ['It never appears in an error or a log', 'lib/api/redact', "describe('no error of a client has the key'"],
  ['It never appears in an error or a log', 'lib/api/calls', 'never has the key, in any call, at any level'],
  [
    'ESM with types, and a comment on every name',
    'api/package.all',
    'describe every name that the package exports',
  ],
  ['The only dependencies are [ky]', 'api/package.all', 'depends only on ky and entities'],
  ['`uploads.send` takes a path', 'lib/api/resources/upload-calls', 'in Node.js may be %s'],
  [
    'in a browser, a `File`, a `Blob`',
    'lib/api/resources/upload-calls',
    'elsewhere may be a Blob or a stream',
  ],
  [
    'checks its size at the service',
    'lib/api/resources/upload-calls',
    'causes an error if the service has %s of it',
  ],
  [
    'moves it into `folderId`, and sets its `title`',
    'lib/api/resources/upload-calls',
    'is moved into its folder and gets its title',
  ],
  [
    'If the service accepts folder and title with the file',
    'lib/api/service',
    'a file is sent with its folder and title, and not moved afterwards',
  ],
  [
    "has the file's code. Don't send the file again",
    'lib/api/resources/finish-upload',
    'the error has the code of a file that has arrived',
  ],
  ['and can be repeated', 'lib/api/resources/finish-upload', 'and can be repeated'],
  [
    '`signal` stops the upload',
    'lib/api/resources/upload-calls',
    'ends on abort with the reason, in each form',
  ],
  [
    'In web workers, in sandboxed pages',
    'lib/api/resources/upload-calls',
    'in a sandboxed page, whose frames',
  ],
  ['What your stream or your `onProgress` throws', 'lib/api/resources/upload-calls', 'its error is thrown'],
  [
    'if no byte is sent for `idleTimeout`',
    'lib/api/resources/upload-calls',
    'is a timeout if the service stops reading',
  ],
  [
    'no response comes within `timeout` after the last byte',
    'lib/api/resources/upload-calls',
    'takes the file and never responds is a timeout',
  ],
  ['An error with `needsSession`', 'lib/api/resources/upload-calls', 'used if a session comes with it'],
  [
    '`waitAll` for those of many, with one list for all of them',
    'lib/api/resources/wait',
    'requests one list at a time',
  ],
  [
    'both only look for the file',
    'lib/api/resources/wait',
    'only looks for the file if calls about transfers',
  ],
  ['until a `signal` stops them', 'lib/api/resources/wait', 'ends by its signal at once'],
  [
    'creates the missing folders of a path',
    'lib/api/resources/tree',
    'creates missing folders, and returns the ids',
  ],
  [
    'several times at once',
    'lib/api/resources/tree',
    'creates a folder once, however often it is called at once',
  ],
  ['Both request more only as you read on', 'lib/api/resources/tree', 'requests no more than is read'],
  ['Both request more only as you read on', 'lib/api/calls', 'requests no more details than are read'],
  [
    'the details of its files, 50 per request',
    'lib/api/calls',
    'returns the details of its files, 50 per request',
  ],
  ['says whether the list is complete', 'lib/api/calls', "describe('a list that is read to its end'"],
  ['It uses the limiter and rejects like the other calls', 'lib/api/calls', 'rejects like the other calls'],
  [
    'It counts as a call that\nchanges something',
    'lib/api/calls',
    'may have had an effect, so it is sent once',
  ],
  ['except the POST of a file', 'lib/api/calls', 'are sent with each of its requests'],
  ['with “[key]” instead of the key', 'lib/api/calls', 'never has the key, wherever the service put it'],
  [
    'If it makes\nnone, it is `null`',
    'lib/api/calls',
    'is the last one of a call that makes several requests, or none',
  ],
  ['If you set neither, nothing is logged', 'lib/api/calls', 'is off without a logger and a level'],
  [
    '`onRequest` is called after each request',
    'lib/api/retries',
    'onRequest sees every request, without the key',
  ],
  ['requests over the limit are refused and repeated', 'api/processes.all', 'know nothing of each other'],
  ['so not `/tmp`', 'api/file-limiter', 'used if another user has created it'],
  [
    'detects the dialect when a response suggests',
    'lib/api/detect-dialect',
    'repeats a call in the other dialect, once',
  ],
  ['“This host has no call for files.delete.”', 'lib/api/dialects', 'This host has no call for'],
  [
    'such as `ECONNREFUSED`',
    'lib/api/retries',
    'the cause of a broken connection has the system’s error code',
  ],
  ["after an abort, the signal's reason", 'lib/api/retries', 'keeps it as the cause'],
  [
    'an unknown option or field',
    'lib/api/retries',
    'are rejected with a TypeError in %s if a field is unknown',
  ],
  ['or a runtime that is too old', 'lib/api/node', 'gets an error that says what is needed'],
  [
    "a file that is empty or can't be read",
    'lib/api/resources/upload-calls',
    'is rejected with a TypeError before the first request',
  ],
  ['or when the service says', 'lib/api/retries', 'wait as long as the service says'],
  [
    "aren't followed, and requests have no cookies",
    'lib/api/transport',
    'asks fetch for no credentials, no referrer',
  ],
  [
    'a response from another address',
    'lib/api/resources/upload-calls',
    'a response redirected to another path is rejected',
  ],
  ['Our tests run the three for Node.js', 'api/proxy', 'calls and files go through %s'],
  ['upload a folder and resume after a crash', 'api/examples.all', 'resumes each time it is killed'],
];

describe('what it promises has a test', () => {
  it.each(promises.map(([sentence, file, test]) => ({ sentence, file, test })))(
    '$sentence',
    async ({ sentence, file, test }) => {
      const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
      const [readme, tests] = await Promise.all(
        ['api/README.md', `tests/${file}.test.ts`].map((path) => readFile(path, 'utf8')),
      );
      expect(flat(readme ?? '').includes(flat(sentence)), 'is in the README').toBe(true);
      expect(tests?.includes(test), test).toBe(true);
    },
  );
});
