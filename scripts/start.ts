/**
 * `npm start`, or `node scripts/start.ts [--headless] [--dialect sibling]`: a demo without setup. Finds or installs a
 * browser, builds the extension, starts the sample (service, account, page of links) and opens the browser with the
 * extension connected. Without a display it does the main job itself and ends.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browsers.ts';
import { buildExtension } from './build-extension.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from './chromium.ts';
import { runDemo } from './demo.ts';
import { connect, pinFolder } from './extension-pages.ts';
import { runCommand } from './process.ts';
import { folders, type Sample, startSample } from './sample.ts';
import { hasDisplay, step, waitForInterrupt } from './terminal.ts';

await runCommand(async () => {
  const { values } = parseArgs({
    options: { headless: { type: 'boolean', default: false }, dialect: { type: 'string' } },
  });
  const headless = values.headless || !hasDisplay();

  const { path } = await ensureBrowser('chromium');
  console.log('Building the extension…');
  const builtDir = await buildExtension();

  await using cleanup = new AsyncDisposableStack();
  const sample = await startSample(values.dialect);
  cleanup.defer(sample.close);
  // In a headless browser, nobody can answer the permission prompt.
  const extensionDir = await withHostsGranted(builtDir);
  cleanup.defer(() => rm(extensionDir, { recursive: true, force: true }));
  const browser = await launchChromium({ executablePath: path, extensionDir, headed: !headless });
  cleanup.defer(browser.close);
  await Promise.race([
    headless ? runDemo(browser, sample) : openForUser(browser, sample),
    waitForInterrupt(),
  ]);
  return 0;
});

async function openForUser(browser: RunningChromium, sample: Sample): Promise<void> {
  await step('connecting to the service', () => connect(browser.optionsPage, sample.address, sample.key));
  await step(`pinning the folder ${folders[0]}`, () => pinFolder(browser.optionsPage, folders[0]));
  const page = await browser.context.newPage();
  await page.goto(sample.site);
  await page.bringToFront();
  console.log(`
Linkhaul is open in the browser, connected to a service on this machine.

  1. Right-click a link on the page. Choose “Upload this link”, then a folder.
  2. Click the Linkhaul icon (behind the puzzle piece beside the address bar) and watch it arrive.

  page with links   ${sample.site}
  service address   ${sample.address}
  API key           ${sample.key}

Close the browser or press Ctrl-C here to stop.`);
  await browser.closed;
}
