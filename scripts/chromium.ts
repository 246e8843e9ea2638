/** Starts Chromium with the built extension, for tests, demo and development alike. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CommandError, run } from './process.ts';

export interface BrowserOptions {
  readonly executablePath: string;
  readonly headed?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

interface ChromiumOptions extends BrowserOptions {
  readonly extensionDir: string;
  readonly preferences?: object;
}

export type RunningChromium = Awaited<ReturnType<typeof launchChromium>>;

const startTimeoutMs = 20_000;

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium's sandbox doesn't work as root, or without user namespaces, which many containers forbid. */
async function canSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  return (await run('unshare', ['--user', '--pid', '--net', '--fork', 'true'])).code === 0;
}

/** Waits for the options page to open. @throws {CommandError} */
export async function launchChromium(options: ChromiumOptions) {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-profile-'));
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    if (options.preferences !== undefined) {
      await mkdir(join(profile, 'Default'));
      await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(options.preferences));
    }
    const { context, extensionId } = await startChromium(profile, options);
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    return {
      context,
      extensionId,
      optionsPage: await waitForPage(context, `chrome-extension://${extensionId}/options.html`),
      closed,
      async close() {
        await context.close();
        await removeProfile();
      },
    };
  } catch (error) {
    await removeProfile();
    throw error;
  }
}

/** Waits for the extension's worker. @throws {CommandError} */
export async function startChromium(profile: string, options: ChromiumOptions) {
  const { extensionDir } = options;
  const context = await startBrowser(profile, options, [
    `--disable-extensions-except=${extensionDir}`,
    `--load-extension=${extensionDir}`,
  ]);
  return { context, extensionId: await waitForExtension(context) };
}

/** @throws {CommandError} */
export async function startBrowser(
  profile: string,
  { executablePath, headed = false, env = process.env }: BrowserOptions,
  args: readonly string[] = [],
): Promise<BrowserContext> {
  const path = process.platform === 'linux' ? await pathWithoutDesktopScripts(profile) : process.env['PATH'];
  const launched = chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !headed,
    chromiumSandbox: await canSandbox(),
    // A real window keeps its size, so that screen coordinates match the page's.
    viewport: headed ? null : { width: 1280, height: 800 },
    // Scripts find elements by their English text. Without a UTF-8 locale, files with non-ASCII names can't be chosen.
    env: removeUndefined({ ...env, LC_ALL: 'C.UTF-8', LANGUAGE: 'en_US', PATH: path }),
    // The caller handles Ctrl-C, because it also has to clean up other things.
    handleSIGINT: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...quietFlags, ...args],
  });
  return launched.catch((cause: unknown) => {
    // Playwright's message includes the browser's whole output.
    const [reason] = String(cause).split('\n');
    const advice = headed ? ' If there is no display for its window, add --headless.' : '';
    throw new CommandError(`Chromium did not start (${reason}).${advice}`, { cause });
  });
}

/**
 * A PATH with empty versions of the scripts that Chromium for Linux runs for uninstalled extensions, because they write
 * to $HOME.
 */
async function pathWithoutDesktopScripts(profile: string): Promise<string> {
  const folder = join(profile, 'programs');
  await mkdir(folder, { recursive: true });
  for (const name of ['xdg-desktop-menu', 'xdg-icon-resource'])
    await symlink('/bin/true', join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      // The profile may have been used before.
      if (error.code !== 'EEXIST') throw error;
    });
  return [folder, process.env['PATH']].join(delimiter);
}

async function waitForExtension(context: BrowserContext): Promise<string> {
  const waitForWorker = () => context.waitForEvent('serviceworker', { timeout: startTimeoutMs });
  const worker = context.serviceWorkers()[0] ?? (await waitForWorker().catch(() => undefined));
  if (worker !== undefined) return new URL(worker.url()).host;
  await context.close();
  throw new CommandError(
    'Chromium did not load the extension. Check that it is built and that the browser is not a branded Chrome.',
  );
}

/** Waits up to 20 s. @throws {CommandError} otherwise, after closing the browser. */
export async function waitForPage(context: BrowserContext, url: string): Promise<Page> {
  const deadlineMs = performance.now() + startTimeoutMs;
  while (performance.now() < deadlineMs) {
    const page = context.pages().find((candidate) => candidate.url().startsWith(url));
    if (page !== undefined) return page;
    await delay(50);
  }
  await context.close();
  throw new CommandError(`The extension did not open ${url} within ${startTimeoutMs / 1_000} seconds.`);
}

/** Chromium rejected a call, or a message got no response, because the worker ended. */
export const isEndedWorkerMessage = (text: string): boolean =>
  text.includes('No SW') || text.includes('the message channel closed before a response was received');

/** All servers on this machine. Firefox doesn't support ports in match patterns. */
export const localHosts: readonly string[] = ['http://127.0.0.1/*'];

/**
 * Copies a built extension with the host permission for servers on this machine, for runs in which nobody can answer
 * the prompt. The caller deletes the copy. @throws {CommandError} if the extension isn't built.
 */
export async function withHostsGranted(extensionDir: string): Promise<string> {
  const built = await readFile(join(extensionDir, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw new CommandError(`There is no built extension in ${extensionDir}. Run "npm run build" first.`, {
      cause,
    });
  });
  const manifest = { ...JSON.parse(built), host_permissions: localHosts };
  const copy = await mkdtemp(join(tmpdir(), 'linkhaul-granted-'));
  await cp(extensionDir, copy, { recursive: true });
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
  return copy;
}

function removeUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
