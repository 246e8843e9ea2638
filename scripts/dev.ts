/**
 * `npm run dev`: the extension rebuilt and reloaded at each change, against the sample (service, account, page of
 * links). Opens a browser in which it is connected; without a display it only builds and serves.
 */
import { join } from 'node:path';
import { createServer } from 'wxt';
import { ensureBrowser } from './browsers.ts';
import { launchChromium, localHosts } from './chromium.ts';
import { connect } from './pages.ts';
import { command, root } from './process.ts';
import { startSample } from './sample.ts';
import { hasDisplay, interruption, step } from './terminal.ts';

await command(develop);
// WXT goes on watching files after it was stopped, and so would this process.
process.exit();

async function develop(): Promise<undefined> {
  const browser = hasDisplay() ? await ensureBrowser('chromium') : undefined;
  const sample = await startSample();
  const server = await createServer({
    root,
    // The browser is opened below, by the same code as everywhere else.
    webExt: { disabled: true },
    manifest: { host_permissions: [...localHosts] },
  });
  try {
    await server.start();
    const extensionDir = join(root, '.output/chrome-mv3-dev');
    console.log(`
  page with links   ${sample.site}
  service address   ${sample.address}
  API key           ${sample.key}
`);
    if (browser === undefined) {
      console.log(
        `There is no display, so no browser is opened; the extension is in ${extensionDir}. Ctrl-C ends.`,
      );
      await interruption();
      return;
    }
    const chromium = await launchChromium({ executablePath: browser.path, extensionDir, headed: true });
    try {
      await step('connecting to the service', () => connect(chromium.welcome, sample.address, sample.key));
      const page = await chromium.context.newPage();
      await page.goto(sample.site);
      console.log('Connected. Close the browser or press Ctrl-C to end.');
      await Promise.race([chromium.closed, interruption()]);
    } finally {
      await chromium.close();
    }
  } finally {
    await sample.close();
    await server.stop();
  }
}
