/**
 * Installs Debian packages with apt, as root or by `sudo`, or else unpacks them into the user's cache. Never
 * interactive.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError, getLastLine, type Outcome, run } from './process.ts';
import { launcherFolder, unpackPackages } from './unpack.ts';

export const tools = { Xvfb: 'xvfb', openbox: 'openbox', xdotool: 'xdotool' } as const;

export function findOnPath(
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return findAllOnPath(names, env)[0];
}

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
    return false; // missing, or not executable
  }
}

/** @throws {CommandError} if the tool is missing */
export function getToolPath(tool: keyof typeof tools): string {
  const path = findOnPath([tool]);
  if (path !== undefined) return path;
  throw new CommandError(
    `${tool} is not installed. Install it (on Debian: sudo apt-get install ${tools[tool]}).`,
  );
}

/** One after another, because they need apt's lock. */
let lastInstallation: Promise<unknown> = Promise.resolve();
let hasUpdated = false;

/** Returns whether that worked, and logs the reason if not. Does nothing without apt. */
export function installPackages(packages: readonly string[]): Promise<boolean> {
  const installation = lastInstallation.then(() => install(packages));
  lastInstallation = installation.catch(() => undefined); // the caller gets the error; the next installation runs anyway
  return installation;
}

async function install(packages: readonly string[]): Promise<boolean> {
  if (findOnPath(['apt-get']) === undefined) return false;
  const prefix = await findPrivilegePrefix();
  if (prefix === undefined) return unpackPackages(packages);
  console.log(`Installing ${packages.join(', ')} with apt. This takes a minute or two.`);
  // A failed update isn't fatal: one broken source is common, and the package lists may already exist.
  if (!hasUpdated) hasUpdated = (await apt(prefix, ['update'])).code === 0;
  const installed = await apt(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
  if (installed.code !== 0)
    console.log(`apt could not install ${packages.join(', ')}: ${getLastLine(installed)}`);
  return installed.code === 0;
}

/** Nothing for root, or `sudo -n` if it needs no password. Undefined without permission. */
async function findPrivilegePrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  const allowed = await run('sudo', ['-n', 'true'], { timeoutMs: 10_000 });
  return allowed.code === 0 ? ['sudo', '-n'] : undefined;
}

async function apt(prefix: readonly string[], args: readonly string[]): Promise<Outcome> {
  const waits = ['Acquire::http::Timeout=20', 'Acquire::https::Timeout=20', 'DPkg::Lock::Timeout=120'];
  const options = ['-q', ...waits.flatMap((wait) => ['-o', wait])];
  const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...args];
  return run(command[0] ?? '', command.slice(1), { timeoutMs: 300_000 });
}
