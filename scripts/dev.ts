/**
 * `npm run dev`, or `npm run dev -- --dialect sibling`: runs the extension with the sample service, and reloads it at
 * each change. Opens a browser if there is a display.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'wxt';
import { ensureBrowser } from './browsers.ts';
import { launchChromium, localHosts } from './chromium.ts';
import { connect } from './extension-pages.ts';
import { root, runCommand } from './process.ts';
import { startSample } from './sample.ts';
import { hasDisplay, step, waitForInterrupt } from './terminal.ts';

/** Without developer mode, Chromium disables an unpacked extension that reloads itself. */
const developerMode = { extensions: { ui: { developer_mode: true } } };

await runCommand(async () => {
  await develop(parseArgs({ options: { dialect: { type: 'string' } } }).values.dialect);
  return 0;
});
// WXT keeps watching files after `stop`, which would keep this process alive.
process.exit();

async function develop(dialect: string | undefined): Promise<void> {
  const browser = hasDisplay() ? await ensureBrowser('chromium') : undefined;
  await using cleanup = new AsyncDisposableStack();
  const server = await createServer({
    root,
    // The browser is opened below, by the same code as for tests.
    webExt: { disabled: true },
    manifest: { host_permissions: [...localHosts] },
  });
  cleanup.defer(() => server.stop());
  const sample = await startSample(dialect);
  cleanup.defer(sample.close);
  await server.start();
  const extensionDir = join(root, '.output/chrome-mv3-dev');
  console.log(`
  page with links   ${sample.site}
  service address   ${sample.address}
  API key           ${sample.key}
`);
  if (browser === undefined) {
    console.log(
      `There is no display, so no browser was opened. The extension is in ${extensionDir}. Press Ctrl-C to stop.`,
    );
    return waitForInterrupt();
  }
  const options = { executablePath: browser.path, extensionDir, headed: true, preferences: developerMode };
  const { context, optionsPage, closed, close } = await launchChromium(options);
  cleanup.defer(close);
  await step('connecting to the service', () => connect(optionsPage, sample.address, sample.key));
  const page = await context.newPage();
  await page.goto(sample.site);
  console.log('Connected. Close the browser or press Ctrl-C to stop.');
  await Promise.race([closed, waitForInterrupt()]);
}
