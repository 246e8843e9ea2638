/**
 * Finds the browsers for development and tests: named by the environment, on PATH, or downloaded before. Otherwise
 * downloads one, or installs it with apt.
 */
import { closeSync, existsSync, globSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { listMissingFonts, pinFonts } from './fonts.ts';
import { findAllOnPath, findOnPath, installPackages, tools } from './packages.ts';
import { CommandError, getLastLine, type Outcome, run, runTool } from './process.ts';
import { cacheFolder } from './unpack.ts';

export type BrowserName = 'chromium' | 'firefox';

/** It was run with `--version`, because a program may lack its libraries. */
interface FoundBrowser {
  readonly name: BrowserName;
  readonly path: string;
  /** Such as "Chromium 156.0.8078.79". */
  readonly version: string;
}

interface Kind {
  /** With the path of the program. Overrides everything else. */
  readonly variable: string;
  /** Best first. */
  readonly names: readonly string[];
  readonly minVersion: number;
  readonly listDownloaded: () => readonly string[];
  /** A script in node_modules/.bin and its arguments. */
  readonly download: readonly [string, ...string[]];
  /** Debian packages. Without fonts, a browser draws empty boxes. */
  readonly packages: readonly string[];
}

const downloads = join(cacheFolder(), 'browsers');

function programPath(): string {
  if (process.platform === 'darwin') return 'Firefox.app/Contents/MacOS/firefox';
  return process.platform === 'win32' ? 'core/firefox.exe' : 'firefox/firefox';
}

const kinds: Record<BrowserName, Kind> = {
  chromium: {
    variable: 'LINKHAUL_CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    minVersion: 140,
    listDownloaded: () => [chromium.executablePath()],
    download: ['playwright', 'install', '--no-shell', 'chromium'],
    packages: ['chromium', 'fonts-liberation'],
  },
  firefox: {
    variable: 'LINKHAUL_FIREFOX',
    names: ['firefox-esr', 'firefox'],
    minVersion: 140,
    // Playwright's own Firefox is patched and doesn't support WebDriver BiDi. This one is Mozilla's.
    listDownloaded: () =>
      globSync(join(downloads, 'firefox', '*', programPath()))
        .sort()
        .reverse(),
    download: ['browsers', 'install', 'firefox@esr', '--path', downloads],
    packages: ['firefox-esr', 'fonts-liberation'],
  },
};

/** @throws {CommandError} if the environment names a program that can't be used */
export async function findBrowser(
  name: BrowserName,
  env: NodeJS.ProcessEnv = process.env,
  downloaded: readonly string[] = kinds[name].listDownloaded(),
): Promise<FoundBrowser | undefined> {
  const kind = kinds[name];
  const named = env[kind.variable];
  if (named !== undefined && named !== '') {
    const found = await inspect(name, named);
    if ('refusal' in found) throw new CommandError(`${kind.variable} names ${named}, but ${found.refusal}.`);
    return found;
  }
  for (const path of [...findAllOnPath(kind.names, env), ...downloaded]) {
    const found = await inspect(name, path);
    if (!('refusal' in found)) return found;
  }
  return undefined;
}

/** Installs the browser if necessary. @throws {CommandError} if that fails. */
export async function ensureBrowser(name: BrowserName): Promise<FoundBrowser> {
  const present = await findBrowser(name);
  if (present !== undefined) return present;
  const kind = kinds[name];

  console.log(`${name} is not installed. Downloading it…`);
  const [script, ...args] = kind.download;
  // Without a network there is no output. A slow download reports its progress.
  const download = await runTool(script, args, { timeoutMs: 240_000, silenceTimeoutMs: 30_000 });
  const downloaded = await findBrowser(name);
  if (downloaded !== undefined) return downloaded;
  if (download.code !== 0)
    console.log(`The download of ${name} failed: ${findErrorLine(download.output) ?? getLastLine(download)}`);

  await installPackages(kind.packages);
  const installed = await findBrowser(name);
  if (installed !== undefined) return installed;
  throw new CommandError(
    `${name} is not installed and could not be installed automatically. Install it ` +
      `(on Debian: sudo apt-get install ${kind.packages.join(' ')}) or set ${kind.variable} to its path.`,
  );
}

/**
 * On Linux, installs the programs for tests in a browser window, and the fonts. A missing font fails only the tests
 * that measure in it. @throws {CommandError}
 */
export async function ensureTools(): Promise<void> {
  if (process.platform !== 'linux') return;
  await pinFonts();
  const listMissing = () =>
    Object.entries(tools).flatMap(([name, pack]) => (findOnPath([name]) === undefined ? pack : []));
  for (const missing of [listMissing(), await listMissingFonts()])
    if (missing.length > 0) await installPackages(missing);
  const uninstalled = listMissing();
  if (uninstalled.length === 0) return;
  throw new CommandError(
    `The tests need ${uninstalled.join(', ')}. Install them ` +
      `(on Debian: sudo apt-get install ${uninstalled.join(' ')}).`,
  );
}

/** `refusal` says why the program can't be used, as the end of a sentence. */
async function inspect(name: BrowserName, path: string): Promise<FoundBrowser | { refusal: string }> {
  // A snap has its own /tmp, so it sees neither the profile nor the extension.
  if (readStart(path).includes('/snap/')) return { refusal: 'a snap cannot load an extension from a folder' };
  const isSilent = name === 'chromium' && process.platform === 'win32';
  const outcome = isSilent ? readManifestName(path) : await run(path, ['--version'], { timeoutMs: 20_000 });
  const version = /^.*\d+\.\d+.*$/m.exec(outcome.output)?.[0].trim();
  if (outcome.code !== 0 || version === undefined)
    return { refusal: `it does not start (${getLastLine(outcome)})` };

  const major = Number(/(\d+)\.\d/.exec(version)?.[1]);
  // "Google Chrome for Testing" still has the switch.
  if (/^Google Chrome \d/.test(version)) {
    return { refusal: `${version} no longer supports --load-extension` };
  }
  if (major < kinds[name].minVersion)
    return { refusal: `${version} is older than ${kinds[name].minVersion}` };
  return { name, path, version };
}

/** Chromium for Windows opens a window for `--version`. The file `<version>.manifest` next to it has the version. */
function readManifestName(path: string): Outcome {
  const files = existsSync(path) ? readdirSync(dirname(path)) : [];
  const [manifest] = files.filter((file) => /^[\d.]+\.manifest$/.test(file));
  const output = `Chromium ${manifest?.replace('.manifest', '') ?? 'of no version'}`;
  return { code: 0, output, durationMs: 0 };
}

function readStart(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  const start = Buffer.alloc(4096);
  const length = readSync(file, start);
  closeSync(file);
  return start.toString('latin1', 0, length);
}

const findErrorLine = (output: string): string | undefined => /^.*error.*$/im.exec(output)?.[0].trim();
