/**
 * Starts Chromium with the built extension in it: the same way for the tests, the demonstration and development.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CommandError, run } from './process.ts';

export interface BrowserOptions {
  /** Path of the browser, as `ensureBrowser` found it. */
  readonly executablePath: string;
  /** Show a window; without, it runs headless. */
  readonly headed?: boolean;
  /** The environment of the browser: which display its window appears on. */
  readonly env?: NodeJS.ProcessEnv;
  readonly colorScheme?: 'light' | 'dark';
}

export interface ChromiumOptions extends BrowserOptions {
  /** Folder of the built extension. */
  readonly extensionDir: string;
  /** Called before the extension does anything worth hearing, for those who listen. */
  readonly onStart?: (context: BrowserContext) => void;
}

export interface RunningChromium {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** The options page, which the extension opens by itself when it is new. */
  readonly welcome: Page;
  /** Resolves when the browser has gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

/** How long the extension may take to be there, in milliseconds. */
const startTimeoutMs = 20_000;

/** What keeps Chromium quiet and offline. */
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Chromium's sandbox cannot be had as root, nor where the machine forbids namespaces to its users, as many containers
 * do; only then is it given up.
 */
async function canSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  return (await run('unshare', ['--user', '--pid', '--net', '--fork', 'true'])).code === 0;
}

/**
 * Starts the browser on a profile of its own and waits until the extension has opened its options page, which it
 * does in whatever tab is blank just then: nobody else should have one.
 * @throws {CommandError} when the browser does not start or does not load the extension, or the extension does not greet.
 */
export async function launchChromium(options: ChromiumOptions): Promise<RunningChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-profile-'));
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const { context, extensionId } = await startChromium(profile, options);
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    return {
      context,
      extensionId,
      welcome: await waitForPage(context, `chrome-extension://${extensionId}/options.html`),
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

/**
 * Starts the browser on a profile, which may have been used before, and waits until the extension's worker runs.
 * @throws {CommandError} when the browser does not start or does not load the extension.
 */
export async function startChromium(
  profile: string,
  options: ChromiumOptions,
): Promise<Pick<RunningChromium, 'context' | 'extensionId'>> {
  const { extensionDir } = options;
  const context = await startBrowser(profile, options, [
    `--disable-extensions-except=${extensionDir}`,
    `--load-extension=${extensionDir}`,
  ]);
  options.onStart?.(context);
  return { context, extensionId: await waitForExtension(context) };
}

/**
 * Starts the browser on a profile, without the extension.
 * @throws {Trouble} when the browser does not start.
 */
export async function startBrowser(
  profile: string,
  { executablePath, headed = false, colorScheme = 'light', env }: BrowserOptions,
  args: readonly string[] = [],
): Promise<BrowserContext> {
  const starting = chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !headed,
    chromiumSandbox: await canSandbox(),
    colorScheme,
    // A real window keeps its own size: what is on the screen is then where the page says it is.
    viewport: headed ? null : { width: 1280, height: 800 },
    // Pages are looked for by their English text, whatever language this machine speaks.
    env: { ...removeUndefined(env ?? process.env), LANGUAGE: 'en_US' },
    // Ctrl-C is handled by whoever started us, who has more than a browser to put away.
    handleSIGINT: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...quietFlags, ...args],
  });
  return starting.catch((cause: unknown) => throwStartError(cause, headed));
}

function throwStartError(cause: unknown, headed: boolean): never {
  // Playwright's message goes on for pages, with all that the browser wrote.
  const [reason] = String(cause).split('\n');
  const advice = headed ? '; is there a display for its window? Without one, add --headless' : '';
  throw new CommandError(`Chromium did not start (${reason})${advice}.`, { cause });
}

/** The id of the extension, once its worker runs. */
async function waitForExtension(context: BrowserContext): Promise<string> {
  const [running] = context.serviceWorkers();
  const worker =
    running ??
    (await context.waitForEvent('serviceworker', { timeout: startTimeoutMs }).catch(() => undefined));
  if (worker !== undefined) return new URL(worker.url()).host;
  await context.close();
  throw new CommandError('Chromium did not load the extension; is it built, and is this no branded Chrome?');
}

/**
 * The page with this address, once there is one.
 * @throws {CommandError} when there is none within 20 seconds; the browser is closed then.
 */
export async function waitForPage(context: BrowserContext, url: string): Promise<Page> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const page = context.pages().find((candidate) => candidate.url().startsWith(url));
    if (page !== undefined) return page;
    await delay(50);
  }
  await context.close();
  throw new CommandError(`The extension did not open ${url} within ${startTimeoutMs / 1_000} seconds.`);
}

/**
 * Whether a message in the console only says that Chromium turned down, with “No SW”, what a worker asked of it while that
 * was being ended: the doing of whoever ended it.
 */
export const isEndedWorkerMessage = (text: string): boolean => text.includes('No SW');

/** Every server on this machine: a match pattern leaves the port out, because Firefox knows none in patterns. */
export const localHosts: readonly string[] = ['http://127.0.0.1/*'];

/**
 * A copy of a built extension that may talk to servers on this machine from the start. It is for runs in which
 * nobody can answer the browser's question (headless, it stays open for ever) and differs from the build in this
 * one line of its manifest. The caller removes it.
 * @throws {CommandError} when the extension is not built.
 */
export async function withHostsGranted(extensionDir: string): Promise<string> {
  const built = await readFile(join(extensionDir, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw new CommandError(`There is no extension in ${extensionDir}; "npm run build" puts it there.`, {
      cause,
    });
  });
  const manifest: object = JSON.parse(built);
  const copy = await mkdtemp(join(tmpdir(), 'linkhaul-granted-'));
  await cp(extensionDir, copy, { recursive: true });
  await writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, host_permissions: localHosts }));
  return copy;
}

function removeUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
