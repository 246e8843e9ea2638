import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { buildExtension } from '../../scripts/build-extension.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import type { Log } from '../../scripts/process.ts';
import { type RunningService, type ServiceOptions, startService } from '../../service/src/index.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** By name. */
type ExtraFiles = Readonly<Record<string, string>>;

/** A control: a page without scripts. */
export const barePage: ExtraFiles = {
  'bare.html': '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
};

export const account = { email: 'bench@linkhaul.example', key: 'bench-key-0123456789' };

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

export async function withServiceProcess<T>(work: (service: ServiceProcess) => Promise<T>): Promise<T> {
  const service = await startServiceProcess();
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
