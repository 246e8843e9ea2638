/** The reports by keyboard and pointer, also if a response is missing. */
import { expect, findRequests, inEachFont, page, show, test } from '../harness/gallery.ts';

const reads = () => findRequests('reports.read');

const rows = () => page.getByRole('table').locator('tbody tr');
const legend = () => page.locator('.chart-day');

const values = (figure: string) => page.locator('.reports-total').locator(`.reports-${figure}`);

test('each period is requested with the previous one, and complete days are compared', async () => {
  await show('manager-reports');
  await expect(page.getByText('Nov 13 – 19, 2026, compared with Nov 6 – 12, 2026')).toBeVisible();
  // Seven days and today.
  await expect(rows()).toHaveCount(8);
  await expect(rows().first()).toContainText('Fri, Nov 20, 2026 Today');
  await page.getByLabel('30 days').check();
  await expect(rows()).toHaveCount(31);
  await page.getByLabel('This month').check();
  await expect(page.getByText('Nov 1 – 19, 2026, compared with Oct 1 – 19, 2026')).toBeVisible();
  await expect(rows()).toHaveCount(20);
  await page.getByLabel('Last month').check();
  await expect(page.getByText('Oct 1 – 31, 2026, compared with Sep 1 – 30, 2026')).toBeVisible();
  await expect(rows()).toHaveCount(31);
  await expect(values('today')).toHaveCount(0);
  expect(await reads()).toEqual([
    { accountId: 'a1', from: '2026-11-13', to: '2026-11-20', lastDays: 8 },
    { accountId: 'a1', from: '2026-11-06', to: '2026-11-12' },
    { accountId: 'a1', from: '2026-10-21', to: '2026-11-20', lastDays: 31 },
    { accountId: 'a1', from: '2026-09-21', to: '2026-10-20' },
    { accountId: 'a1', from: '2026-11-01', to: '2026-11-20', lastDays: 20 },
    { accountId: 'a1', from: '2026-10-01', to: '2026-10-19' },
    { accountId: 'a1', from: '2026-10-01', to: '2026-10-31' },
    { accountId: 'a1', from: '2026-09-01', to: '2026-09-30' },
  ]);
});

test('totals cover complete days, and today’s figures are beside them', async () => {
  await show('manager-reports');
  await expect(rows()).toHaveCount(8);
  const [today = 0, ...complete] = (await rows().locator('td:nth-of-type(1)').allInnerTexts()).map((text) =>
    Number(text.replace(',', '')),
  );
  const sum = complete.reduce((total, views) => total + views, 0);
  await expect(values('value').first()).toHaveText(sum.toLocaleString('en-US'));
  await expect(values('today').first()).toHaveText(`${today.toLocaleString('en-US')} so far today`);
  // Hovering shows all decimals.
  const earnings = rows().first().locator('td').last();
  await expect(earnings).toHaveText(/^\d+\.\d\d$/);
  await expect(earnings).toHaveAttribute('title', /^\d+\.\d{5}$/);
});

test('a day that isn’t over at the service isn’t compared', async () => {
  await show('manager-reports-behind');
  await expect(page.getByText('Nov 12 – 18, 2026, compared with Nov 5 – 11, 2026')).toBeVisible();
  await expect(rows().first()).toContainText('Thu, Nov 19, 2026 Today');
  // On the first of a month nothing can be compared.
  await show('manager-reports-new-month');
  await expect(page.getByText('Dec 1, 2026', { exact: true })).toBeVisible();
  await expect(rows()).toHaveCount(1);
  await expect(values('today')).toHaveCount(4);
  await expect(values('previous')).toHaveCount(0);
  // The month before has no 29th and 30th.
  await show('manager-reports-longer-month');
  await expect(page.getByText(/^Mar 1 – 30, 2027/)).toHaveText(
    'Mar 1 – 30, 2027 · Mar 1 – 28, 2027, compared with Feb 1 – 28, 2027',
  );
});

test('an invalid period is reported, and nothing is requested', async () => {
  await show('manager-reports-wrong');
  await expect(page.getByText('The start date can’t be after the end date.')).toBeVisible();
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2045-01-01');
  await expect(page.getByText('Choose 3,650 days or fewer.')).toBeVisible();
  await to.fill('');
  await expect(page.getByText('The start date can’t be after the end date.')).toBeVisible();
  // A response doesn't change the typed text.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(async () => (await reads()).length).toBe(6);
  await expect(page.locator('.reports-body').first()).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2030-01-01');
  await page.getByLabel('This month').check();
  await expect(page.getByText('The start date can’t be after the end date.')).toHaveCount(0);
  await expect(rows()).toHaveCount(20);
  const spans = (await reads()) as { from: string; to: string }[];
  // 7 days, the same as custom, again, and this month, each with the days before it.
  expect(spans.map(({ from }) => from)).toEqual([
    ...['2026-11-13', '2026-11-06', '2026-11-13', '2026-11-06', '2026-11-13', '2026-11-06'],
    ...['2026-11-01', '2026-10-01'],
  ]);
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
    await expect(legend()).toHaveText('Fri, Nov 13, 2026');
    await page.mouse.move(0, 0);
    await expect(legend()).toHaveText('By day');
  }
  const slider = page.getByRole('slider', { name: 'Day' });
  await slider.focus();
  await expect(legend()).toHaveText('Fri, Nov 20, 2026');
  await page.keyboard.press('Home');
  await expect(legend()).toHaveText('Fri, Nov 13, 2026');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Fri, Nov 13, 2026: Views [\d,]+, Downloads [\d,]+/,
  );
});

test('if the previous period fails, the rest is shown, and both are requested again', async () => {
  await show('manager-reports-partial');
  await expect(
    page.getByText('The previous period couldn’t be loaded. The service took too long'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'and 1 more' }).click();
  await expect(page.getByText('No figures for 1 day (Nov 18);')).toBeVisible();
  await expect(rows()).toHaveCount(8);
  await expect(values('previous')).toHaveCount(0);
  await expect(values('value').first()).toHaveText('14,955');
  await expect(values('today')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await reads()).length).toBe(4);
});

test('a refusal by the service is reported, and can be retried', async () => {
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

test('a year has a bar for each week, and as few SVG paths as a week', async () => {
  await show('manager-reports-year');
  await expect(rows()).toHaveCount(365);
  await expect(page.locator('.chart svg > *')).toHaveCount(6);
  const bars = await page.locator('.chart-views').getAttribute('d');
  expect(bars?.match(/M/g)).toHaveLength(53);
  await expect(legend()).toHaveText('By week');
  const slider = page.getByRole('slider', { name: 'Week' });
  await slider.focus();
  await expect(legend()).toHaveText('Nov 13 – 19, 2026');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Nov 13.–.19, 2026: Views [\d,]+, Downloads/);
});

test('the page does not scroll horizontally in a narrow window', async () => {
  for (const name of ['manager-reports-wrong', 'manager-reports-huge', 'manager-reports-partial']) {
    await show(name);
    await page.setViewportSize({ width: 360, height: 760 });
    await inEachFont(async (font) => {
      const widths = await page
        .locator('.reports')
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(widths, `${name} in ${font}`).toEqual({ scrollWidth: 360, clientWidth: 360 });
    });
  }
});
