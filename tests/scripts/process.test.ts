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
  it('gives the code and everything that was written', async () => {
    const outcome = await node('console.log("out"); console.error("err"); process.exitCode = 3;');
    expect(outcome).toMatchObject({ code: 3 });
    expect(outcome.output).toContain('out');
    expect(outcome.output).toContain('err');
    expect(outcome.endReason).toBeUndefined();
  });

  it('says that a program is not there', async () => {
    expect(await run('/no/such/program', [])).toMatchObject({ code: null, endReason: 'missing' });
  });

  it('ends what takes too long', async () => {
    expect(await node(forever, { timeoutMs: 100 })).toMatchObject({ code: null, endReason: 'timeout' });
  });

  it('ends what says nothing, but not what is slow and says so', async () => {
    expect(await node(forever, { silenceTimeoutMs: 100 })).toMatchObject({ endReason: 'silence' });
    const talkative =
      'let n = 0; const t = setInterval(() => { console.log(n); if (++n === 8) clearInterval(t); }, 250);';
    const outcome = await node(talkative, { silenceTimeoutMs: 1_500 });
    expect(outcome.code).toBe(0);
  });
});

describe('stop', () => {
  it('insists where a program does not listen', async () => {
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

  it('shows trouble as its one sentence, and a fault of ours with its stack', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runCommand(() => Promise.reject(new CommandError('The service is down.')));
    expect(shown).toHaveBeenLastCalledWith('The service is down.');
    expect(process.exitCode).toBe(1);
    const fault = new TypeError('ours');
    await runCommand(() => Promise.reject(fault));
    expect(shown).toHaveBeenLastCalledWith(fault);
  });

  it('passes on the exit code', async () => {
    await runCommand(async () => 2);
    expect(process.exitCode).toBe(2);
    await runCommand(async () => undefined);
    expect(process.exitCode).toBe(0);
  });
});
