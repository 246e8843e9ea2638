/** The toast's shadow tree is closed, so it is found by position and clicked with the mouse. */
import type { Page } from '@playwright/test';
import { startLocalServer } from '../../local-server.ts';
import { type Extension, expect, connectedTest as test, until } from '../harness/index.ts';
import { chooseEntry, openFromMenu } from '../harness/menu.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 100, rateLimit: false, slots: 50 } });

/** The extension adds nothing else to a page. */
const toast = (page: Page) => page.locator('html > div[popover]');

/** Returns its position. */
async function showToast(extension: Extension, page: Page, linkUrl: string, folderId = '0') {
  const chosen = chooseEntry(extension, ['send-to', folderId], { linkUrl, pageUrl: page.url() });
  await toast(page).waitFor();
  const box = await toast(page).boundingBox();
  await chosen;
  if (box === null) throw new Error('The toast has no box.');
  return box;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The last button. */
async function clickUndo(page: Page, box: Box) {
  await page.mouse.click(box.x + box.width - 30, box.y + box.height / 2);
}

/** Clicks don't count before the browser has reported that the toast is visible. */
async function undo(page: Page, box: Box, isUndone: () => Promise<boolean>) {
  await until('the undoing', async () => {
    await clickUndo(page, box);
    return isUndone();
  });
}

test('the toast says where the link goes, and only the user’s click on Undo takes it back', {
  tag: '@devtools',
}, async ({ extension, site, client }) => {
  const page = await extension.context.newPage();
  await page.goto(site.url);
  // A stylesheet that hides foreign elements, and a page that clicks everything.
  await page.addStyleTag({ content: 'div { display: none !important; position: static !important; }' });
  await page.bringToFront();
  const linkUrl = `${site.url}/sample.webm`;
  const box = await showToast(extension, page, linkUrl);
  await toast(page).evaluate((host) => {
    (host as HTMLElement).click();
    const { x, right, y } = host.getBoundingClientRect();
    for (let at = x; at < right; at += 10) {
      const place = { bubbles: true, composed: true, clientX: at, clientY: y + 23 };
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        document.elementFromPoint(at, y + 23)?.dispatchEvent(new MouseEvent(type, place));
    }
  });
  await expect.poll(async () => (await client.remoteUploads.list()).length).toBe(1);

  await undo(page, box, async () => (await client.remoteUploads.list()).length === 0);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await toast(page).waitFor({ state: 'detached', timeout: 30_000 });

  await message(extension.firstPage, 'settings.change', { pageToast: false });
  await page.bringToFront();
  await chooseEntry(extension, ['send-to', '0'], { linkUrl, pageUrl: site.url });
  await expect.poll(async () => (await client.remoteUploads.list()).length).toBe(1);
  await expect(toast(page)).toHaveCount(0);
});

test('the toast shows the choice made in the window, can be undone, and stays for at least 8 s', {
  tag: ['@all', '@chromium'],
}, async ({ extension, site, client }) => {
  const { folderId } = await client.folders.create({ name: 'Zebra' });
  const page = await extension.context.newPage();
  await page.goto(site.url);
  await page.bringToFront();
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  const picker = await openFromMenu(extension, ['choose'], click);
  await picker.getByRole('treeitem', { name: 'Zebra' }).click();
  await picker.getByRole('button', { name: 'Upload here' }).click();
  const box = await toast(page).boundingBox();
  if (box === null) throw new Error('The toast has no box.');
  await page.bringToFront();
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  const listed = async () => (await client.remoteUploads.list()).map((transfer) => transfer.folderId);
  await expect.poll(listed).toEqual([folderId]);
  await undo(page, box, async () => (await listed()).length === 0);

  await page.mouse.move(0, 0);
  // By the page's clock, because a slow test notices late.
  await page.evaluate(() => {
    const world = globalThis as unknown as { shownMs: number[] };
    world.shownMs = [];
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        if (addedNodes.length > 0) world.shownMs = [performance.now()];
        if (removedNodes.length > 0) world.shownMs.push(performance.now());
      }
    }).observe(document.documentElement, { childList: true });
  });
  const readTimes = () => page.evaluate(() => (globalThis as unknown as { shownMs: number[] }).shownMs);
  await toast(page).waitFor({ state: 'detached', timeout: 30_000 });
  await showToast(extension, page, `${site.url}/sample.webm?8`);
  await toast(page).waitFor({ state: 'detached', timeout: 30_000 });
  const [from = 0, to = 0] = await readTimes();
  expect(to - from).toBeGreaterThan(8_000);
});

/** Words that appear nowhere else, with letters that need another font. */
const folder = 'Ёж Ὀδυσσεύς 密室';

test('the page can’t read the toast in any way, but screen readers can', async ({
  browserName,
  extension,
  client,
}) => {
  const fonts: string[] = [];
  const site = await startLocalServer((request, response) => {
    if (request.url?.startsWith('/font') === true) {
      fonts.push(request.url);
      response.writeHead(404).end();
      return;
    }
    const faces = ['sans-serif', 'system-ui', 'Liberation Sans', 'DejaVu Sans', 'page-font'].map(
      (name) => `@font-face { font-family: "${name}"; src: url("/font-${name}.woff2");
        unicode-range: U+401, U+1F48, U+5BC6; }`,
    );
    // Blocks all styles and scripts except the extension's.
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'nonce-a'; font-src 'self'");
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>A page</title><style nonce="a">${faces.join('\n')}
      .own { font-family: page-font }</style><p>Words of the page <span class="own">Ё</span><textarea></textarea>`);
  });
  const { id } = await client.folders.create({ name: folder }).then((created) => ({ id: created.folderId }));
  const options = extension.firstPage;
  const accountId = await currentAccountId(extension);
  await message(options, 'folders.pin', { accountId, folder: { id, name: folder }, pinned: true });
  const page = await extension.context.newPage();
  await page.goto(site.url);
  await page.bringToFront();
  await page.evaluate(() => {
    const world = globalThis as unknown as { seen: string[] };
    world.seen = [];
    const serialize = (node: Node) => new XMLSerializer().serializeToString(node);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) world.seen.push(...[...addedNodes].map(serialize));
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const ownAttach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      world.seen.push('attached');
      return ownAttach.call(this, { ...init, mode: 'open' });
    };
  });
  // No size depends on the text.
  const sizeOf = () =>
    toast(page).evaluate((host) => [
      ...Object.values(host.getBoundingClientRect().toJSON() as Record<string, number>),
      ...[host.scrollWidth, host.scrollHeight, host.clientWidth, (host as HTMLElement).offsetHeight],
    ]);
  await showToast(extension, page, `${site.url}/b.webm`);
  const size = await sizeOf();
  await toast(page).evaluate((host) => host.remove());
  await expect(toast(page)).toHaveCount(0);
  await showToast(extension, page, `${site.url}/a.webm`, id);
  expect(await sizeOf()).toEqual(size);

  const read = await page.evaluate(
    ([words]) => {
      const host = document.querySelector<HTMLElement>('html > div[popover]');
      if (host === null || words === undefined) throw new Error('There is no toast.');
      const { find } = window as unknown as { find(text: string): boolean };
      const found = words.filter((word) => {
        getSelection()?.removeAllRanges();
        return find(word);
      });
      const { x, y, width, height } = host.getBoundingClientRect();
      const texts: unknown[] = [(globalThis as unknown as { seen: string[] }).seen, found];
      document.designMode = 'on';
      host.contentEditable = 'true';
      document.execCommand('selectAll');
      texts.push(String(getSelection()));
      getSelection()?.setBaseAndExtent(host, 0, document.body, document.body.childNodes.length);
      texts.push(String(getSelection()));
      const range = document.createRange();
      range.selectNode(host);
      texts.push(String(range), new XMLSerializer().serializeToString(range.cloneContents()));
      document.designMode = 'off';
      for (const element of [document.documentElement, host]) {
        texts.push(
          Reflect.get(element, 'innerText'),
          element.textContent,
          element.outerHTML,
          element.ariaLabel,
          element.title,
        );
        texts.push(element.getHTML({ serializableShadowRoots: true }));
      }
      for (let at = 5; at < width; at += 20) {
        const point = [x + at, y + height / 2] as const;
        const caret = document.caretPositionFromPoint?.(...point);
        texts.push(caret?.offsetNode.textContent, document.elementFromPoint(...point)?.textContent);
      }
      for (const pseudo of [null, '::before', '::after', '::marker'])
        texts.push(getComputedStyle(host, pseudo).content, getComputedStyle(host, pseudo).cssText);
      texts.push([...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)));
      texts.push(document.getAnimations().length, host.shadowRoot, host.getAttributeNames());
      return JSON.stringify(texts);
    },
    [['Words of', ...folder.split(' '), 'Undo', 'Change', 'My files', '→']],
  );
  // The same methods do read the page's text.
  expect(read).toContain('["Words of"]');
  for (const word of [...folder.split(' '), 'Undo', 'Change', 'My files', '→', 'attached'])
    expect(read, word).not.toContain(word);

  await page.locator('p').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await page.locator('textarea').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.locator('textarea')).toHaveValue(/Words of the page/);
  await expect(page.locator('textarea')).not.toHaveValue(/Ὀδυσσεύς|Undo/u);

  // The page loads the font, the toast doesn't.
  await until('the font of the page', async () => fonts.length > 0);
  expect(fonts).toEqual(['/font-page-font.woff2']);

  if (browserName === 'chromium') {
    const session = await extension.context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const named = nodes.map(({ role, name }) => `${role?.value}: ${name?.value}`);
    expect(named).toEqual(expect.arrayContaining(['button: Undo', 'button: Change folder…']));
    expect(named.join('\n')).toContain(folder);
  }

  await site.close();
});

/** Tricks to make the user click "Undo". Each runs in the page and may return a promise. */
const attacks: Readonly<Record<string, (host: HTMLElement) => unknown>> = {
  'covers it with a popover that lets clicks through': () => {
    const cover = document.createElement('p');
    cover.popover = 'manual';
    cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
    document.body.append(cover);
    cover.showPopover();
  },
  'covers it with the shadow of a popover': () => {
    const cover = document.createElement('p');
    cover.popover = 'manual';
    cover.style.cssText =
      'inset: 90% auto auto 0; width: 9px; box-shadow: 0 0 0 3000px gold; pointer-events: none';
    document.body.append(cover);
    cover.showPopover();
  },
  'covers it with a popover in a closed tree': () => {
    const outer = document.createElement('p');
    const cover = document.createElement('div');
    outer.attachShadow({ mode: 'closed' }).append(cover);
    document.body.append(outer);
    cover.popover = 'manual';
    cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
    cover.showPopover();
  },
  'covers it with the backdrop of a popover': () => {
    const cover = document.createElement('p');
    const style = document.createElement('style');
    style.textContent = 'p::backdrop { background: gold !important; pointer-events: none !important }';
    document.head.append(style);
    document.body.append(cover);
    cover.popover = 'manual';
    cover.style.cssText = 'width: 0; height: 0; border: 0; padding: 0; pointer-events: none';
    cover.showPopover();
  },
  'covers it with a frame': () => {
    const cover = document.createElement('iframe');
    cover.popover = 'manual';
    cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
    document.body.append(cover);
    cover.showPopover();
  },
  'covers it with a dialog': () => {
    const cover = document.createElement('dialog');
    cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
    document.body.append(cover);
    cover.showModal();
  },
  'covers it from before, and uncovers it when the pointer comes': async () => {
    const cover = document.createElement('p');
    cover.popover = 'manual';
    cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
    document.body.append(cover);
    cover.showPopover();
    addEventListener('pointerdown', () => cover.hidePopover(), { capture: true });
    addEventListener('pointermove', () => cover.showPopover(), { capture: true });
    await new Promise((resolve) => setTimeout(resolve, 700));
  },
  'makes everything transparent': () => {
    document.documentElement.style.filter = 'opacity(0.01)';
  },
  'makes everything tiny': () => {
    document.documentElement.style.setProperty('zoom', '0.2');
  },
  // Repeatedly, because clicks count again half a second after a move.
  'moves it': () => {
    let isSmall = false;
    const move = () => {
      isSmall = !isSmall;
      document.documentElement.style.setProperty('zoom', isSmall ? '0.88' : '0.9');
    };
    move();
    setInterval(move, 50);
  },
  'hides it, and shows it under the pointer': async (host) => {
    host.hidePopover();
    await new Promise((resolve) => setTimeout(resolve, 600));
    host.showPopover();
  },
  'hides and shows it at once': (host) => {
    host.hidePopover();
    host.showPopover();
  },
  'removes it, and adds it again': (host) => {
    host.remove();
    document.documentElement.append(host);
    host.showPopover();
  },
  'takes it elsewhere': (host) => {
    document.body.append(host);
    host.showPopover();
  },
  'takes it into a transparent frame': (host) => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; opacity: 0.01; border: 0';
    document.body.append(frame);
    frame.contentDocument?.documentElement.append(host);
    host.showPopover();
  },
  'takes its popover away': (host) => {
    host.popover = null;
    host.style.cssText = 'opacity: 0.01 !important';
  },
  'shows an old picture of itself in its place': async () => {
    const style = document.createElement('style');
    style.textContent =
      '::view-transition { pointer-events: none } ::view-transition-group(*) { animation-duration: 60s }';
    document.head.append(style);
    await document.startViewTransition(() => {}).ready;
  },
};

test('clicks on a toast that the page hides don’t count', { tag: '@all' }, async ({
  browserName,
  extension,
  site,
  client,
}) => {
  const page = await extension.context.newPage();
  // In Chromium, a filter on the root doesn't affect the toast.
  const names = Object.keys(attacks).filter(
    (name) => browserName === 'firefox' || name !== 'makes everything transparent',
  );
  const links = names.map((_, at) => `${site.url}/sample.webm?${at}`);
  const listed = async () => (await client.remoteUploads.list()).map(({ remoteUrl }) => remoteUrl);
  for (const [at, name] of names.entries()) {
    await page.goto(`${site.url}/?${at}`);
    await page.bringToFront();
    const link = links[at] ?? '';
    const before = await showToast(extension, page, link);
    // A removed toast can't be shown again.
    await toast(page)
      .evaluate(attacks[name] as (host: HTMLElement | SVGElement) => unknown)
      .catch(() => {});
    const after = await toast(page)
      .boundingBox({ timeout: 50 })
      .catch(() => null);
    await clickUndo(page, after ?? before);
    await clickUndo(page, before);
    await until(`the link that the page ${name}`, async () => (await listed()).includes(link));
  }
  // An upload that an earlier click undid would be gone by now.
  await page.goto(site.url);
  await page.bringToFront();
  const last = `${site.url}/sample.webm?last`;
  const box = await showToast(extension, page, last);
  await until('the link', async () => (await listed()).includes(last));
  await undo(page, box, async () => !(await listed()).includes(last));
  expect((await listed()).toSorted()).toEqual(links.toSorted());
});

test('the page’s styles don’t affect the toast, and a cover that is gone is forgotten', {
  tag: '@all',
}, async ({ browserName, extension, site, client }) => {
  const page = await extension.context.newPage();
  await page.goto(site.url);
  await page.addStyleTag({
    content: `@layer page { div { opacity: 0 !important; inset: 50% auto auto 0 !important; translate: 0 90px !important;
      transition: all 99s !important; animation: page 1s infinite; clip-path: inset(50%) !important; zoom: 0.1 !important } }
      @keyframes page { to { opacity: 0; transform: scale(0) } }
      div::before, div::after { content: "x" !important; position: fixed !important; inset: 0 !important; background: gold !important;
        display: block !important; z-index: 1 !important; pointer-events: none !important }`,
  });
  await page.bringToFront();
  const link = `${site.url}/sample.webm`;
  const place = await showToast(extension, page, link);
  await toast(page).evaluate((host) => {
    host.setAttribute(
      'style',
      'opacity: 0 !important; transform: scale(0.1) !important; top: 200px !important',
    );
    host.setAttribute('class', 'own');
  });
  expect(await toast(page).boundingBox()).toEqual(place);
  expect(
    await toast(page).evaluate((host) => {
      const { opacity, transform, filter, clipPath, zoom, visibility } = getComputedStyle(host);
      return [
        opacity,
        transform,
        filter,
        clipPath,
        zoom,
        visibility,
        getComputedStyle(host, '::before').display,
      ];
    }),
  ).toEqual(['1', 'none', 'none', 'none', '1', 'visible', 'none']);
  await until('the link', async () => (await client.remoteUploads.list()).length === 1);
  // Firefox doesn't report visibility, so nothing may have covered it.
  if (browserName === 'chromium') {
    await page.evaluate(async () => {
      const cover = document.createElement('p');
      cover.popover = 'manual';
      cover.style.cssText = 'inset: 0; width: 100vw; height: 100vh; background: gold; pointer-events: none';
      document.body.append(cover);
      cover.showPopover();
      await new Promise((resolve) => setTimeout(resolve, 300));
      cover.hidePopover();
    });
  }
  // Clicks count after half a second.
  await undo(page, place, async () => (await client.remoteUploads.list()).length === 0);
});
