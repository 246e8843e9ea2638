import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandError, root, run, runCommand, toSpawnArguments } from '../../scripts/process.ts';

const forever = 'setInterval(() => {}, 1000);';

it('starts npm’s programs by their scripts on Windows, where arguments are quoted', () => {
  expect(toSpawnArguments('npm', ['run', 'zip'], 'linux')).toEqual(['npm', ['run', 'zip']]);
  const tool = join(root, 'node_modules', '.bin', 'vitest');
  expect(toSpawnArguments(tool, ['-t', 'a "b" c'], 'win32')).toEqual([
    `"${tool}.cmd"`,
    ['"-t"', '"a ""b"" c"'],
  ]);
});

it.each([
  ['is missing', '/no/such/program', '', {}, { endReason: 'missing' }],
  ['writes nothing', process.execPath, forever, { silenceTimeoutMs: 100 }, { endReason: 'silence' }],
  [
    'takes too long and ignores SIGTERM',
    process.execPath,
    `process.on('SIGTERM', () => {}); ${forever}`,
    { timeoutMs: 500 },
    { endReason: 'timeout' },
  ],
  [
    'fails',
    process.execPath,
    'console.error("reason"); process.exitCode = 3;',
    {},
    { code: 3, output: 'reason\n' },
  ],
])('a program that %s is an outcome, not an exception', async (_, program, script, limits, outcome) => {
  expect(await run(program, ['-e', script], limits)).toMatchObject({ code: null, ...outcome });
});

describe('command', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('fails with the message of a command error, and with the stack of others', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runCommand(() => Promise.reject(new CommandError('The service is down.')));
    expect(shown).toHaveBeenLastCalledWith('The service is down.');
    expect(process.exitCode).toBe(1);
    const fault = new TypeError('ours');
    await runCommand(() => Promise.reject(fault));
    expect(shown).toHaveBeenLastCalledWith(fault);
    await runCommand(async () => 2);
    expect(process.exitCode).toBe(2);
  });
});
