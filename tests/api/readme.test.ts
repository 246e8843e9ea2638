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
  ['What may have had an effect is never sent again', 'lib/api/retries', "describe('sent once'"],
  ['Several processes can share the limit', 'api/processes.all', 'none fails where they %s'],
  ['and none is refused', 'lib/api/service', 'is reached and never exceeded by 25 concurrent calls'],
  ['A click goes before a sync', 'lib/api/limiter/limiter', 'are served by priority'],
  ['You get the declared type or an error with a stable code', 'lib/api/hostile', "'every call, given %s'"],
  ['in constant memory', 'api/runtimes.all', 'without using memory for all of it'],
  ['It is in no error and no log', 'lib/api/redact', "describe('no error of a client has the key'"],
  ['It is in no error and no log', 'lib/api/calls', 'never has the key, in any call, at any level'],
  ['ESM with types and a comment on every name', 'api/package.all', 'say something of every name'],
  ['It depends on [ky]', 'api/package.all', 'depends on ky and entities alone'],
  ['`uploads.send` takes a path', 'lib/api/resources/upload-calls', 'in Node.js may be %s'],
  [
    'in a browser a `File`, a `Blob`',
    'lib/api/resources/upload-calls',
    'elsewhere may be a Blob or a stream',
  ],
  [
    'compares its size at the service',
    'lib/api/resources/upload-calls',
    'is an error where the service has %s of it',
  ],
  [
    'then moves it into `folderId`, then gives it its `title`',
    'lib/api/resources/upload-calls',
    'goes into its folder and gets its title',
  ],
  [
    'folder\nand title with the file get them so',
    'lib/api/service',
    'a file is sent with its folder and title, and not moved afterwards',
  ],
  [
    "has the file's code. Do not send it again",
    'lib/api/resources/finish-upload',
    'a file that has arrived is named by the error',
  ],
  ['and may be repeated', 'lib/api/resources/finish-upload', 'may be called again'],
  [
    '`signal` stops the sending',
    'lib/api/resources/upload-calls',
    'ends on abort with the reason, in each way',
  ],
  [
    'In web workers, in sandboxed pages',
    'lib/api/resources/upload-calls',
    'in a sandboxed page, whose frames',
  ],
  [
    'What your stream or your `onProgress` throws',
    'lib/api/resources/upload-calls',
    'what it threw is thrown',
  ],
  [
    'where no byte moves for `idleTimeout`',
    'lib/api/resources/upload-calls',
    'is a timeout where the service stops reading',
  ],
  [
    'no answer comes within `timeout` after the last byte',
    'lib/api/resources/upload-calls',
    'takes the file and never answers is a timeout',
  ],
  [
    'An error with `needsSession`',
    'lib/api/resources/upload-calls',
    'is not used where a session comes with it',
  ],
  ['`waitAll` for those of many, over one list', 'lib/api/resources/wait', 'asks for one list at a time'],
  [
    'they wait for the file alone',
    'lib/api/resources/wait',
    'waits for the file alone where calls about transfers',
  ],
  ['a `signal` ends it', 'lib/api/resources/wait', 'ends by its signal at once'],
  ['makes what is missing of a path', 'lib/api/resources/tree', 'makes what is missing, and gives the ids'],
  [
    'several times at once',
    'lib/api/resources/tree',
    'makes a folder once, however often it is called at once',
  ],
  ['Both ask for more only as you read on', 'lib/api/resources/tree', 'asks for no more than is read'],
  ['Both ask for more only as you read on', 'lib/api/calls', 'asks for no more details than are read'],
  ['the details of its files, 50 a request', 'lib/api/calls', 'gives the details of its files, 50 a request'],
  ['says whether the list is complete', 'lib/api/calls', "describe('a list that is read to its end'"],
  ['It goes through the limiter, and fails as all calls do', 'lib/api/calls', 'fails as all calls do'],
  ['It counts as one that\nchanges something', 'lib/api/calls', 'may have had an effect, so it is sent once'],
  ['save the POST of a file', 'lib/api/calls', 'go with each of its requests'],
  ['with “[key]” in place of the key', 'lib/api/calls', 'has no key, wherever the service put it'],
  [
    'where it makes none, it is `null`',
    'lib/api/calls',
    'is the last one of a call that makes several requests, or none',
  ],
  ['Without both nothing is logged', 'lib/api/calls', 'does not exist without a logger and a level'],
  [
    '`onRequest` is called after each request',
    'lib/api/retries',
    'onRequest sees every request, without the key',
  ],
  ['what the service refuses is sent again', 'api/processes.all', 'know nothing of each other'],
  ['so not `/tmp`', 'api/file-limiter', 'is not used where another user has put it there'],
  [
    'and finds it\n  out once an answer',
    'lib/api/detect-dialect',
    'makes a call again in the other dialect, once',
  ],
  ['“This host has no call for files.delete.”', 'lib/api/dialects', 'This host has no call for'],
  [
    'such as `ECONNREFUSED`',
    'lib/api/retries',
    'the cause of a broken connection has the code of the system',
  ],
  ["after an abort the signal's reason", 'lib/api/retries', 'keeps it as the cause'],
  ['an option or a field that there is not', 'lib/api/retries', 'where it has a field that there is not'],
  ['a runtime that is too old', 'lib/api/node', 'is told what is needed'],
  [
    'a file that is empty or cannot be\n  read',
    'lib/api/resources/upload-calls',
    'is a TypeError before the first request where it cannot be sent',
  ],
  ['or when the service says', 'lib/api/retries', 'as late as the service says'],
  [
    'are not followed, and requests go out without cookies',
    'lib/api/transport',
    'asks fetch for no credentials, no referrer',
  ],
  [
    'an answer from another address',
    'lib/api/resources/upload-calls',
    'a response redirected to another path is rejected',
  ],
  ['The three for Node.js are run by our tests', 'api/proxy', 'calls and files go through %s'],
  [
    'a folder that is uploaded and goes on after a crash',
    'api/examples.all',
    'goes on after it was killed at %s',
  ],
];

describe('what it promises has a test', () => {
  it.each(promises.map(([sentence, file, test]) => ({ sentence, file, test })))(
    '$sentence',
    async ({ sentence, file, test }) => {
      const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
      const [readme, tests] = await Promise.all(
        ['api/README.md', `tests/${file}.test.ts`].map((path) => readFile(path, 'utf8')),
      );
      expect(flat(readme ?? '').includes(flat(sentence)), 'the README says so').toBe(true);
      expect(tests?.includes(test), test).toBe(true);
    },
  );
});
