/** Installs Debian packages: with apt as root or by `sudo`, else unpacked into a folder of the user’s. Never interactive. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError, getLastLine, type Outcome, run } from './process.ts';
import { launcherFolder, unpackPackages } from './unpack.ts';

/** Programs that tests in a browser window need, and the package of each. */
export const tools = { Xvfb: 'xvfb', openbox: 'openbox', xdotool: 'xdotool' } as const;

/** The first of these programs that is on PATH or was unpacked, with its directory; undefined where none is. */
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
    return false; // missing, or no permission
  }
}

/** Path of a tool. @throws {CommandError} where it is missing. */
export function getToolPath(tool: keyof typeof tools): string {
  const path = findOnPath([tool]);
  if (path !== undefined) return path;
  throw new CommandError(
    `There is no ${tool} on this machine; install it (on Debian: sudo apt-get install ${tools[tool]}).`,
  );
}

/** Serialises installations, which would contend for apt's lock. */
let lastInstallation: Promise<unknown> = Promise.resolve();
let hasUpdated = false;

/** Installs packages and gives whether that worked; logs why not. Does nothing where there is no apt. */
export function installPackages(packages: readonly string[]): Promise<boolean> {
  const installation = lastInstallation.then(() => install(packages));
  lastInstallation = installation.catch(() => undefined); // its caller gets the error; the next one runs anyway
  return installation;
}

async function install(packages: readonly string[]): Promise<boolean> {
  if (findOnPath(['apt-get']) === undefined) return false;
  const prefix = await findPrivilegePrefix();
  if (prefix === undefined) return unpackPackages(packages);
  console.log(`Installing ${packages.join(', ')} with apt; this takes a minute or two.`);
  // A failed update is not fatal: one broken source is common, and the package lists may be there already.
  if (!hasUpdated) hasUpdated = (await apt(prefix, ['update'])).code === 0;
  const installed = await apt(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
  if (installed.code !== 0)
    console.log(`apt could not install ${packages.join(', ')}: ${getLastLine(installed)}`);
  return installed.code === 0;
}

/** The command before `apt-get`: none for root, `sudo -n` where it needs no password; undefined without permission. */
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
