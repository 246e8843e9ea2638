/**
 * Starts Chromium with the built extension in it: the same way for the tests, the demonstration and development.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Worker } from '@playwright/test';
import { run, Trouble } from './process.ts';

export interface ChromiumOptions {
  /** Path of the browser, as `ensureBrowser` found it. */
  readonly executablePath: string;
  /** Folder of the built extension. */
  readonly extensionDir: string;
  /** Show a window; without, it runs headless. */
  readonly headed?: boolean;
  /** The environment of the browser: which display its window appears on. */
  readonly env?: NodeJS.ProcessEnv;
  readonly colorScheme?: 'light' | 'dark';
}

export interface RunningChromium {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** Resolves when the browser has gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

/** What keeps Chromium quiet and offline. */
const quiet = [
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
async function sandbox(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const namespaces =
    process.getuid?.() !== 0 && (await run('unshare', ['--user', '--pid', '--net', '--fork', 'true']));
  return namespaces && namespaces.code === 0 ? [] : ['--no-sandbox'];
}

/**
 * Starts the browser on a profile of its own and waits until the extension's worker runs.
 * @throws {Trouble} when the browser does not load the extension.
 */
export async function launchChromium(options: ChromiumOptions): Promise<RunningChromium> {
  const { executablePath, extensionDir, headed = false, colorScheme = 'light' } = options;
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-profile-'));
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: !headed,
      colorScheme,
      // A real window keeps its own size: what is on the screen is then where the page says it is.
      viewport: headed ? null : { width: 1280, height: 800 },
      // Pages are looked for by their English text, whatever language this machine speaks.
      env: { ...defined(options.env ?? process.env), LANGUAGE: 'en_US' },
      // Ctrl-C is handled by whoever started us, who has more than a browser to put away.
      handleSIGINT: false,
      args: [
        ...quiet,
        ...(await sandbox()),
        `--disable-extensions-except=${extensionDir}`,
        `--load-extension=${extensionDir}`,
      ],
    });
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    const worker = await firstWorker(context);
    return {
      context,
      extensionId: new URL(worker.url()).host,
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

async function firstWorker(context: BrowserContext): Promise<Worker> {
  const [running] = context.serviceWorkers();
  if (running !== undefined) return running;
  try {
    return await context.waitForEvent('serviceworker', { timeout: 20_000 });
  } catch (cause) {
    await context.close();
    throw new Trouble(
      'Chromium started but did not load the extension; is it built, and is this no branded Chrome?',
      {
        cause,
      },
    );
  }
}

/**
 * A copy of a built extension that may talk to these hosts from the start. It is for runs in which nobody can answer
 * the browser's question (headless, it stays open for ever) and differs from the build in this one line of its manifest.
 * The caller removes it.
 */
export async function withHostsGranted(extensionDir: string, hosts: readonly string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'linkhaul-granted-'));
  await cp(extensionDir, copy, { recursive: true });
  const file = join(copy, 'manifest.json');
  const manifest: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions: hosts }));
  return copy;
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
