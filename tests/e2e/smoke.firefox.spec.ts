/** The build starts in Firefox and shows its own pages. */
import { expect, test } from './harness/index.ts';

test('the options page greets, and nothing is wrong', async ({ firefox }) => {
  const options = await firefox.open('options.html', 'Connect your file host');

  expect(await options.title()).toContain('Linkhaul');
  // Found by what a reader's assistive technology is told, which is what is written on it.
  await options.locator('::-p-aria([name="Connect"][role="button"])').wait();
  await options.locator('::-p-aria([name="Service address"])').wait();
  expect(firefox.problems).toEqual([]);
});

test('the popup says that nothing is connected yet', async ({ firefox }) => {
  await firefox.open('popup.html', 'Connect a service');
  expect(firefox.problems).toEqual([]);
});
