/** Pages that extensions can't read in Firefox: PDFs, reader view, its own pages. */
import { startLocalServer } from '../local-server.ts';
import { BidiSession } from './harness/bidi.ts';
import { inWindow, openPanel, textOfPanel } from './harness/firefox-panel.ts';
import { connectedTest, type Extension, expect, until } from './harness/index.ts';
import { openFromMenu } from './harness/menu.ts';
import { pdf } from './harness/pdf.ts';

const test = connectedTest.extend<{ documents: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  documents: async ({}, use) => {
    const server = await startLocalServer((request, response) => {
      if (request.url === '/broken') return void request.socket.destroy();
      response.setHeader('content-type', 'application/pdf').end(pdf);
    });
    await use(server.url);
    await server.close();
  },
});

/** In an active tab. Waits for its title. */
async function openTab(extension: Extension, address: string, title: RegExp): Promise<void> {
  const bidi = new BidiSession(extension.context);
  await bidi.runPrivileged(`
    const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    gBrowser.selectedTab = gBrowser.addTab(${JSON.stringify(address)}, { triggeringPrincipal });
  `);
  const readTitle = () =>
    bidi.runPrivileged(
      "return Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.contentTitle",
    );
  await until('the title', async () => title.test(await readTitle()));
}

test('a PDF’s links can’t be listed, so the PDF itself is offered with its title, unlike that of an error page', async ({
  extension,
  documents,
}) => {
  const pageUrl = `${documents}/plan.pdf`;
  await openTab(extension, pageUrl, /^Harbour plan/);
  const picker = await openFromMenu(extension, ['collect'], { pageUrl });
  await expect(picker.getByText('Your browser doesn’t let extensions read this page.')).toBeVisible();
  await expect(picker.getByText(/^Harbour plan/)).toBeVisible();
  await expect(picker.getByText(/uses your session outside of container tabs\./)).toBeVisible();
  const isClosed = picker.waitForEvent('close');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await isClosed;
  const popup = await extension.open('popup.html');
  await expect(popup.locator('[data-key]')).toContainText('Harbour plan');

  const broken = `${documents}/broken`;
  await openTab(extension, broken, /^Problem loading/);
  await extension.clickMenu({ menuItemId: JSON.stringify(['send']), pageUrl: broken });
  await expect(popup.locator('.upload-title').filter({ hasText: 'broken' })).toHaveText('broken');
});

test('the popup only offers what Firefox allows on a page', async ({ extension, documents, site }) => {
  const bidi = new BidiSession(extension.context);
  for (const [address, title, hasPage, hasLinks] of [
    [site.url, /./, true, true],
    [`${documents}/plan.pdf`, /^Harbour plan/, true, false],
    [`${documents}/broken`, /^Problem loading/, true, false],
    ['about:config', /./, false, false],
  ] as const) {
    await openTab(extension, address, title);
    await openPanel(bidi, extension.firstPage);
    const text = () => textOfPanel(extension.firstPage);
    await expect.poll(text, address).toContain('Files…');
    await expect.poll(async () => (await text()).includes('This page'), address).toBe(hasPage);
    await expect.poll(async () => (await text()).includes('Links on page…'), address).toBe(hasLinks);
    await inWindow(bidi, "panel.closest('panel').hidePopup()");
    await until('the panel to close', async () => (await text()) === '');
  }
});
