import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandError, root, run, runCommand, stop, toSpawnArguments } from '../../scripts/process.ts';

const node = (script: string, options = {}) => run(process.execPath, ['-e', script], options);
const forever = 'setInterval(() => {}, 1000);';

it('starts npm’s programs by their scripts on Windows, where arguments are quoted', () => {
  expect(toSpawnArguments('npm', ['run', 'zip'], 'linux')).toEqual(['npm', ['run', 'zip']]);
  expect(toSpawnArguments('npm', ['run', 'zip'], 'win32')).toEqual(['"npm.cmd"', ['"run"', '"zip"']]);
  const tool = join(root, 'node_modules', '.bin', 'vitest');
  expect(toSpawnArguments(tool, ['-t', 'a "b" c'], 'win32')).toEqual([
    `"${tool}.cmd"`,
    ['"-t"', '"a ""b"" c"'],
  ]);
  expect(toSpawnArguments('git', ['tag'], 'win32')).toEqual(['git', ['tag']]);
});

describe('run', () => {
  it('returns the exit code and the whole output', async () => {
    const outcome = await node('console.log("out"); console.error("err"); process.exitCode = 3;');
    expect(outcome).toMatchObject({ code: 3 });
    expect(outcome.output).toContain('out');
    expect(outcome.output).toContain('err');
    expect(outcome.endReason).toBeUndefined();
  });

  it('reports a missing program', async () => {
    expect(await run('/no/such/program', [])).toMatchObject({ code: null, endReason: 'missing' });
  });

  it('ends a program after a timeout', async () => {
    expect(await node(forever, { timeoutMs: 100 })).toMatchObject({ code: null, endReason: 'timeout' });
  });

  it('ends a program without output, but not a slow one with output', async () => {
    expect(await node(forever, { silenceTimeoutMs: 100 })).toMatchObject({ endReason: 'silence' });
    const talkative =
      'let n = 0; const t = setInterval(() => { console.log(n); if (++n === 8) clearInterval(t); }, 250);';
    const outcome = await node(talkative, { silenceTimeoutMs: 1_500 });
    expect(outcome.code).toBe(0);
  });
});

describe('stop', () => {
  it('kills a program that ignores SIGTERM', async () => {
    const script = `process.on('SIGTERM', () => {}); console.log('ready'); ${forever}`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    await stop(child);
    expect(child.signalCode).toBe('SIGKILL');
    await stop(child); // a second time does no harm
  });
});

describe('command', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('prints a command error as its message, and other errors with their stack', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runCommand(() => Promise.reject(new CommandError('The service is down.')));
    expect(shown).toHaveBeenLastCalledWith('The service is down.');
    expect(process.exitCode).toBe(1);
    const fault = new TypeError('ours');
    await runCommand(() => Promise.reject(fault));
    expect(shown).toHaveBeenLastCalledWith(fault);
  });

  it('returns the exit code', async () => {
    await runCommand(async () => 2);
    expect(process.exitCode).toBe(2);
    await runCommand(async () => undefined);
    expect(process.exitCode).toBe(0);
  });
});
