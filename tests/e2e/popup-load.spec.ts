/** The popup shows its uploads with its initial code. Everything else loads on demand. */

import { listPageFiles, readBuilt } from '../../scripts/built.ts';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from './harness/index.ts';

test('the first paint loads nothing that its size limit doesn’t count', async ({
  extension,
  site,
  build,
}) => {
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.locator('tr[data-state="done"]')).toBeVisible({ timeout: 20_000 });

  const loaded: string[] = [];
  popup.on('request', (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
  await popup.reload();
  await expect(popup.locator('tr[data-state="done"]')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();

  const files = await readBuilt(build);
  const counted = listPageFiles(files, 'popup.html');
  // Loaded after the first frame.
  const isLater = (path: string) => /^chunks\/(?:keep-focus|keep-view|store-view)\d?\.js$/.test(path);
  const first = loaded.filter((path) => /\.(js|css)$/.test(path) && !isLater(path));
  expect(first.sort()).toEqual([...counted].sort());

  // Later styles change nothing.
  const look = () => popup.screenshot({ animations: 'disabled' });
  await popup.mouse.move(0, 0);
  const before = await look();
  const later = [...files.keys()].filter((path) => path.endsWith('.css') && !counted.has(path));
  expect(later).toHaveLength(1);
  for (const path of later) await popup.addStyleTag({ url: extension.url(path) });
  expect(before.equals(await look())).toBe(true);

  // The click loads what wasn't counted.
  await popup.getByRole('button', { name: 'Activity', exact: true }).click();
  await expect
    .poll(() => loaded.filter((path) => path.endsWith('.js') && !counted.has(path) && !isLater(path)))
    .not.toEqual([]);
});
