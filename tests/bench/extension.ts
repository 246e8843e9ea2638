/** The built extension in Chromium, and a local service, for benchmarks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { buildExtension } from '../../scripts/build-extension.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import type { Log } from '../../scripts/process.ts';
import { type RunningService, type ServiceOptions, startService } from '../../service/src/index.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Files to add to the extension: content by name. */
type ExtraFiles = Readonly<Record<string, string>>;

/** A page of the extension without scripts, as a control. */
export const barePage: ExtraFiles = {
  'bare.html': '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
};

export const account = { email: 'bench@linkhaul.example', key: 'bench-key-0123456789' };

/** Builds the extension and runs `work` with it in a new browser, which is closed afterwards. */
export async function withExtension<T>(
  log: Log,
  work: (chromium: RunningChromium) => Promise<T>,
  extraFiles: ExtraFiles = {},
): Promise<T> {
  log('building the extension …');
  const extensionDir = await withHostsGranted(await buildExtension());
  try {
    for (const [name, content] of Object.entries(extraFiles))
      await writeFile(join(extensionDir, name), content);
    const { path: executablePath } = await ensureBrowser('chromium');
    const chromium = await launchChromium({ executablePath, extensionDir });
    try {
      return await work(chromium);
    } finally {
      await chromium.close();
    }
  } finally {
    await rm(extensionDir, { recursive: true });
  }
}

/** Runs `work` with a new service in this process, with `account`, and removes it afterwards. */
export async function withService<T>(
  work: (service: RunningService) => Promise<T>,
  options: Omit<ServiceOptions, 'dataDir'> = {},
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
  const service = await startService({ dataDir, accounts: [account], ...options });
  try {
    return await work(service);
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Runs `work` with a new service in its own process, and removes it afterwards. */
export async function withServiceProcess<T>(work: (service: ServiceProcess) => Promise<T>): Promise<T> {
  const service = await startServiceProcess();
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
