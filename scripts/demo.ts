/** Does the main job unattended in a headless browser. Saves pictures of popup and player to `screenshots/out/`. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createMenuId } from '../lib/menus/menu-entries.ts';
import type { RunningChromium } from './chromium.ts';
import { connect, dispatchMenuClick, getCurrentAccountId, pinFolder } from './extension-pages.ts';
import { CommandError, root } from './process.ts';
import { folders, type Sample } from './sample.ts';
import { step } from './terminal.ts';

const pictures = join(root, 'screenshots/out');
const [folder] = folders;
const linkName = 'The slow one';

/** @throws {CommandError} that names the failed step. */
export async function runDemo(browser: RunningChromium, sample: Sample): Promise<void> {
  await step('connecting to the service', () => connect(browser.optionsPage, sample.address, sample.key));
  await step(`pinning the folder ${folder}`, () => pinFolder(browser.optionsPage, folder));
  console.log(`Connected to ${sample.address} as ${sample.email}.`);

  const popup = await browser.context.newPage();
  await popup.setViewportSize({ width: 400, height: 560 });
  await popup.goto(`chrome-extension://${browser.extensionId}/popup.html`);

  const page = await browser.context.newPage();
  await page.goto(sample.site);
  const link = page.getByRole('link', { name: linkName });
  const url = new URL((await link.getAttribute('href')) ?? '', sample.site).href;
  await page.bringToFront();
  await step('sending the link', () => sendLink(browser, sample, url));
  console.log(`Link sent: ${url} → ${folder}`);

  const arriving = step('waiting for the popup to show its progress', async () => {
    await popup.getByRole('progressbar').first().waitFor();
    await takePicture(popup, 'popup-arriving');
  });
  const [fileCode] = await Promise.all([waitForArrival(sample, url), arriving]);
  await step('waiting for the popup to show the file', () =>
    popup.getByText(`In “${folder}”`).first().waitFor({ timeout: 30_000 }),
  );
  await takePicture(popup, 'popup-done');

  const player = `${sample.address}/e/${fileCode}`;
  console.log(`Player: ${player}`);
  await step('playing the file', () => play(page, player));
  await takePicture(page, 'player');
  console.log(`Pictures of popup and player are in ${pictures}.`);
}

/** Dispatches the event of the folder's menu entry, because a headless browser has no menu. */
async function sendLink(
  { context, optionsPage }: RunningChromium,
  { client, site }: Sample,
  linkUrl: string,
): Promise<void> {
  const present = await client.folders.list('0', { onlyFolders: true });
  const target = present.folders.find(({ name }) => name === folder);
  const [worker] = context.serviceWorkers();
  if (target === undefined) throw new Error(`the account has no folder “${folder}”`);
  if (worker === undefined) throw new Error('the extension has no worker');
  const accountId = await getCurrentAccountId(optionsPage);
  const menuItemId = createMenuId({ kind: 'send-to', accountId, folderId: target.folderId });
  await dispatchMenuClick(worker, { menuItemId, linkUrl, pageUrl: `${site}/` });
}

async function waitForArrival({ client }: Sample, url: string): Promise<string> {
  const deadlineMs = performance.now() + 90_000;
  let fileCode: string | undefined;
  let lastBytes = 0;
  while (performance.now() < deadlineMs) {
    const transfer = (await client.remoteUploads.list()).find(({ remoteUrl }) => remoteUrl === url);
    if (transfer === undefined && fileCode !== undefined) {
      // A transfer that left the list may have failed, so check the file itself.
      const { active } = await client.files.check(fileCode);
      if (!active) throw new CommandError(`The transfer of ${url} ended, but its file is not active.`);
      console.log(`File active: ${fileCode}`);
      return fileCode;
    }
    if (transfer?.phase === 'error') throw new CommandError(`The service could not fetch ${url}.`);
    if (fileCode === undefined && transfer) console.log(`The service accepted it as ${transfer.fileCode}.`);
    fileCode = transfer?.fileCode ?? undefined;
    const bytes = transfer?.bytesDownloaded ?? 0;
    if (bytes > lastBytes) console.log(`  ${bytes} of ${transfer?.bytesTotal ?? 'unknown'} bytes`);
    lastBytes = bytes;
    await delay(500);
  }
  const what =
    fileCode === undefined
      ? `The link ${url} never reached the service`
      : 'The file did not arrive in 90 seconds';
  throw new CommandError(`${what}.`);
}

async function play(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page
    .locator('video')
    .first()
    .evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      await new Promise<void>((resolve, reject) => {
        video.addEventListener('timeupdate', () => video.currentTime > 0.5 && resolve());
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
      });
    });
}

const takePicture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });
