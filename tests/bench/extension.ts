/** The built extension in Chromium, for benchmarks. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';

/** Files to add to the extension: name → content. */
type ExtraFiles = Readonly<Record<string, string>>;

/** A page of the extension without scripts, as a control. */
export const barePage: ExtraFiles = {
  'bare.html': '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
};

/**
 * Runs `work` with the extension in a new browser, and closes that afterwards.
 * @param builtDir Folder of the built extension.
 */
export async function withExtension<T>(
  builtDir: string,
  work: (chromium: RunningChromium) => Promise<T>,
  extraFiles: ExtraFiles = {},
): Promise<T> {
  const extensionDir = await withHostsGranted(builtDir);
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
