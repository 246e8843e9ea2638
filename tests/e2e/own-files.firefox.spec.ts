/** The user's own files in Firefox, where the page itself sends them. */
import { createAdmin } from '../../service/src/index.ts';
import { expect, test, until } from './harness/index.ts';

test.use({ serviceOptions: { admin: true } });

test('a dropped file is sent by its page, which says so', async ({ firefox, service, account }) => {
  const field = (label: string) => `::-p-xpath(//label[normalize-space()="${label}"]/following::input[1])`;
  const options = await firefox.open('options.html', 'Connect your file host');
  await options.locator(field('Service address')).fill(service.url);
  await options.locator(field('API key')).fill(account.key);
  await options.locator('::-p-xpath(//button[normalize-space()="Connect"])').click();
  const shows = (page: typeof options, text: string) =>
    until(`“${text}”`, () => page.evaluate((wanted) => document.body.textContent.includes(wanted), text));
  await shows(options, 'Connected to');

  const page = await firefox.open('manager.html', 'Choose files…');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'dropped.png', { lastModified: 1 }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await shows(page, 'Keep this tab open.');
  await until('the file', () => page.evaluate(() => document.querySelector('[data-state="done"]') !== null));
  expect(await createAdmin(service.url).files(account.email)).toMatchObject([{ title: 'dropped' }]);
  expect(firefox.problems).toEqual([]);
});
