/**
 * Programs of Debian's packages, for machines on which nothing is installed yet: by apt as root, by `sudo` where
 * that asks no password, or unpacked into a folder of the user's own. Bounded in time, never interactive, and
 * silent unless it does something.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError, getLastLine, type Log, type Outcome, run } from './process.ts';
import { launcherFolder, unpackPackages } from './unpack.ts';

/** Programs that the tests of the real browser window need, and the package that brings each. */
export const tools = { Xvfb: 'xvfb', openbox: 'openbox', xdotool: 'xdotool' } as const;
export type Tool = keyof typeof tools;

/** The first of these programs that is on PATH or was unpacked, with its directory; undefined where none is. */
export function findOnPath(
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return findAllOnPath(names, env)[0];
}

/** Every one of these programs that is on PATH or was unpacked, in the order of the names. */
export function findAllOnPath(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string[] {
  const { PATH = '' } = env;
  const directories = [...PATH.split(delimiter), launcherFolder(env)].filter((directory) => directory !== '');
  return names.flatMap((name) => directories.map((directory) => join(directory, name)).filter(isExecutable));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run: either way this one cannot be used
  }
}

/**
 * Path of a tool.
 * @throws {CommandError} when it is not there; the message says what to install.
 */
export function getToolPath(tool: Tool): string {
  const path = findOnPath([tool]);
  if (path !== undefined) return path;
  throw new CommandError(
    `There is no ${tool} on this machine; install it (on Debian: sudo apt-get install ${tools[tool]}).`,
  );
}

/** Two installations at once would fight over apt's lock, so each waits for the one before. */
let lastInstallation: Promise<unknown> = Promise.resolve();
let hasUpdated = false;

/**
 * Installs packages and says whether that worked; the reason of a failure is said too. Where there is no apt,
 * nothing is tried.
 */
export function installPackages(packages: readonly string[], say: Log): Promise<boolean> {
  const installation = lastInstallation.then(() => install(packages, say));
  lastInstallation = installation.catch(() => undefined); // its caller hears of it; the next one shall be tried all the same
  return installation;
}

async function install(packages: readonly string[], say: Log): Promise<boolean> {
  if (findOnPath(['apt-get']) === undefined) return false;
  const prefix = await findPrivilegePrefix();
  if (prefix === undefined) return unpackPackages(packages, say);
  say(`Installing ${packages.join(', ')} with apt; this takes a minute or two.`);
  // A failed update is no reason to give up: one broken source among several is common, and the lists may be there.
  if (!hasUpdated) hasUpdated = (await apt(prefix, ['update'])).code === 0;
  const installed = await apt(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
  if (installed.code !== 0) say(`apt could not install ${packages.join(', ')}: ${getLastLine(installed)}`);
  return installed.code === 0;
}

/** What to put before `apt-get` so that it may install: nothing for root, `sudo -n` where it asks nothing. */
async function findPrivilegePrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  const allowed = await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 });
  return allowed.code === 0 ? ['sudo', '-n'] : undefined;
}

async function apt(prefix: readonly string[], args: readonly string[]): Promise<Outcome> {
  const waits = ['Acquire::http::Timeout=20', 'Acquire::https::Timeout=20', 'DPkg::Lock::Timeout=120'];
  const options = waits.flatMap((wait) => ['-o', wait]);
  const [program = '', ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    ...options,
  ];
  return run(program, [...rest, ...args], { timeoutMs: 300_000 });
}
