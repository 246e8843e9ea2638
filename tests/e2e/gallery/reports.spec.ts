/** The reports by keyboard and pointer, and what they show if a response is missing. */
import { expect, page, requestsOf, show, test } from '../harness/gallery.ts';

const reads = () => requestsOf('reports.read');

const rows = () => page.getByRole('table').locator('tbody tr');
const legend = () => page.locator('.chart-day');

test('each period is requested with the previous one', async () => {
  await show('manager-reports');
  await expect(rows()).toHaveCount(7);
  await page.getByLabel('This month').check();
  await expect(rows()).toHaveCount(20);
  await page.getByLabel('Last month').check();
  await expect(rows()).toHaveCount(31);
  await expect(page.getByText('Oct 1 – 31, 2026, compared with Sep 1 – 30, 2026')).toBeVisible();
  expect(await reads()).toEqual([
    { accountId: 'a1', from: '2026-11-14', to: '2026-11-20', lastDays: 7 },
    { accountId: 'a1', from: '2026-11-07', to: '2026-11-13' },
    { accountId: 'a1', from: '2026-11-01', to: '2026-11-20' },
    { accountId: 'a1', from: '2026-10-01', to: '2026-10-20' },
    { accountId: 'a1', from: '2026-10-01', to: '2026-10-31' },
    { accountId: 'a1', from: '2026-09-01', to: '2026-09-30' },
  ]);
});

test('an invalid period is reported, and nothing is requested', async () => {
  await show('manager-reports-wrong');
  await expect(page.getByText('The start date can’t be after the end date.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2045-01-01');
  await expect(page.getByText('Choose 3,650 days or fewer.')).toBeVisible();
  await page.getByLabel('Custom').check();
  for (const typed of ['0', '-3', '1.5', '4000', 'many', '']) {
    await page.getByLabel('Days', { exact: true }).fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a whole number from 1 to 3,650.')).toBeVisible();
  }
  await page.getByLabel('Days', { exact: true }).fill('1');
  await page.keyboard.press('Enter');
  await expect(rows()).toHaveCount(1);
  const spans = (await reads()) as { from: string; to: string }[];
  // The last week, the initial range, 30 days and one day, each with the days before it.
  expect(spans.map(({ from }) => from)).toEqual([
    '2026-11-14',
    '2026-11-07',
    '2026-10-22',
    '2026-09-22',
    '2026-11-20',
    '2026-11-19',
  ]);
});

test('text in a field is kept when a response arrives', async () => {
  await show('manager-reports-month');
  const days = page.getByLabel('Days', { exact: true });
  await days.fill('45');
  // Clicked by script, because a pointer would end typing.
  await page.getByRole('button', { name: 'Refresh' }).evaluate((button: HTMLElement) => button.click());
  await expect.poll(async () => (await reads()).length).toBe(6);
  await expect(page.locator('.reports-body').first()).toHaveAttribute('aria-busy', 'false');
  await expect(days).toHaveValue('45');
  await days.press('Enter');
  await expect(rows()).toHaveCount(45);
});

test('the chart shows a day by pointer and by keyboard', async () => {
  for (const [direction, share] of [
    ['ltr', 0.05],
    ['rtl', 0.95],
  ] as const) {
    await show('manager-reports', { direction });
    const plot = page.locator('.chart-plot');
    const box = await plot.boundingBox();
    if (box === null) throw new Error('The chart is not drawn.');
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await expect(legend()).toHaveText('Sat, Nov 14, 2026');
    await page.mouse.move(0, 0);
    await expect(legend()).toHaveText('By day');
  }
  const slider = page.getByRole('slider', { name: 'Day' });
  await slider.focus();
  await expect(legend()).toHaveText('Fri, Nov 20, 2026');
  await page.keyboard.press('Home');
  await expect(legend()).toHaveText('Sat, Nov 14, 2026');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Sat, Nov 14, 2026: Views [\d,]+, Downloads [\d,]+/,
  );
});

test('without the previous period the rest is shown, and both are requested again', async () => {
  await show('manager-reports-partial');
  await expect(
    page.getByText('The previous period couldn’t be loaded. The service took too long'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'and 1 more' }).click();
  await expect(page.getByText('No figures for 2 days (Nov 18, Nov 20);')).toBeVisible();
  await expect(rows()).toHaveCount(7);
  await expect(page.locator('.reports-previous')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await reads()).length).toBe(4);
});

test('a service that refuses is reported, and can be asked again', async () => {
  await show('manager-reports-error');
  await expect(page.getByRole('alert')).toContainText(
    'The service refused the request. The service says: “Reports are closed for the night”',
  );
  await expect(page.locator('.reports-total')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
  const before = (await reads()).length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await reads()).length).toBe(before + 2);
});

test('days missing from the previous period, and periods without figures, are reported', async () => {
  await show('manager-reports-gaps-before');
  await expect(page.getByText(/^No figures for 1 day of the previous period \(Nov \d+\);/)).toBeVisible();
  await show('manager-reports-empty');
  await expect(page.getByText('The service has no figures for this period.')).toBeVisible();
  await expect(rows()).toHaveCount(0);
});

test('a year has as few SVG paths as a week', async () => {
  await show('manager-reports-year');
  await expect(rows()).toHaveCount(365);
  await expect(page.locator('.chart svg > *')).toHaveCount(6);
  const bars = await page.locator('.chart-views').getAttribute('d');
  expect(bars?.match(/M/g)).toHaveLength(365);
});

test('the page does not scroll horizontally in a narrow window', async () => {
  for (const name of ['manager-reports-wrong', 'manager-reports-huge', 'manager-reports-partial']) {
    await show(name);
    await page.setViewportSize({ width: 360, height: 760 });
    const widths = await page
      .locator('.reports')
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(widths).toEqual({ scrollWidth: 360, clientWidth: 360 });
  }
});
