/** Totals, chart, table and CSV match the service's daily counts to the last digit. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { createAdmin, type RunningService } from '../../../service/src/index.ts';
import { violations } from '../harness/axe.ts';
import { type Extension, expect, test } from '../harness/index.ts';

test.use({ serviceOptions: { admin: true } });

interface ServiceDay {
  readonly day: string;
  readonly views: string;
  readonly downloads: string;
  readonly profit_views: string;
  readonly profit_total: string;
}

/** The rate limit also counts the page's requests of the same second. */
async function lastDays(service: RunningService, key: string, last: number): Promise<ServiceDay[]> {
  const address = `${service.url}/api/account/stats?${new URLSearchParams({ key, last: `${last}` })}`;
  let days: ServiceDay[] | undefined;
  await expect
    .poll(async () => {
      days = ((await (await fetch(address)).json()) as { result?: ServiceDay[] }).result;
      return days !== undefined;
    })
    .toBe(true);
  return days ?? [];
}

/** Without losing digits: three times "0.10000" is "0.30000". */
function sumOf(days: readonly ServiceDay[], field: Exclude<keyof ServiceDay, 'day'>): string {
  const sum = String(days.reduce((total, day) => total + BigInt(day[field].replace('.', '')), 0n));
  if (!field.startsWith('profit')) return Number(sum).toLocaleString('en-US');
  const digits = sum.padStart(6, '0');
  return `${Number(digits.slice(0, -5)).toLocaleString('en-US')}.${digits.slice(-5)}`;
}

async function openReports(extension: Extension, service: RunningService, key: string): Promise<Page> {
  await extension.connect(service.url, key);
  return extension.open('manager.html#reports');
}

const total = (page: Page, name: string): Locator =>
  page.locator('.reports-total').filter({ has: page.getByText(name, { exact: true }) });

async function expectTotals(page: Page, days: readonly ServiceDay[], before: readonly ServiceDay[]) {
  for (const [name, field] of [
    ['Views', 'views'],
    ['Downloads', 'downloads'],
    ['Earnings from views', 'profit_views'],
    ['Total earnings', 'profit_total'],
  ] as const) {
    // Amounts have two decimals. Their titles are exact.
    const value = total(page, name).locator('.reports-value');
    await expect(value).toHaveAttribute('title', sumOf(days, field));
    await expect(value).toHaveText(field.startsWith('profit') ? /^[\d,]+\.\d\d$/ : sumOf(days, field));
    await expect(total(page, name).locator('.reports-previous')).toHaveAttribute(
      'title',
      sumOf(before, field),
    );
    const now = Number(sumOf(days, field).replaceAll(',', ''));
    const then = Number(sumOf(before, field).replaceAll(',', ''));
    const change = Math.trunc((now / then - 1) * 100);
    const shown = Number.parseInt(
      (await total(page, name).locator('.reports-change').textContent()) ?? '',
      10,
    );
    expect(Math.abs(shown - change)).toBeLessThanOrEqual(1);
  }
}

const shift = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

test('totals, table and CSV equal the service’s for any period, which the address keeps', async ({
  extension,
  service,
  account,
  client,
}) => {
  await service.seed({ account: account.email, files: 30, folders: 2 });
  const page = await openReports(extension, service, account.key);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(8);

  // The newest row is the page's current day, which may change during the test.
  const today = (await rows.first().locator('time').getAttribute('datetime')) ?? '';
  const known = await lastDays(service, account.key, 120);
  const range = (from: string, to: string) => known.filter(({ day }) => from <= day && day <= to);
  // Today isn't complete.
  await expectTotals(
    page,
    range(shift(today, -7), shift(today, -1)),
    range(shift(today, -14), shift(today, -8)),
  );
  const views = (day: string) => Number(range(day, day)[0]?.views).toLocaleString('en-US');
  await expect(total(page, 'Views').locator('.reports-today')).toHaveText(`${views(today)} so far today`);
  expect(await violations(page)).toEqual([]);

  await page.getByLabel('30 days').check();
  await expect(rows).toHaveCount(31);
  await expectTotals(
    page,
    range(shift(today, -30), shift(today, -1)),
    range(shift(today, -60), shift(today, -31)),
  );

  const [from, to] = [shift(today, -40), shift(today, -20)];
  await page.getByLabel('Custom').check();
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByLabel('To', { exact: true }).fill(to);
  await expect(rows).toHaveCount(21);
  const days = range(from, to);
  await expectTotals(page, days, range(shift(from, -21), shift(from, -1)));

  const slider = page.getByRole('slider', { name: 'Day' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`Views ${views(from)}, Downloads`));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`linkhaul-reports-${from}-${to}.csv`);
  const lines = days.map((each) =>
    [each.day, each.views, each.downloads, each.profit_views, each.profit_total].join(','),
  );
  const head = 'day,views,downloads,profitViews,profitTotal';
  expect(await readFile(await saved.path(), 'utf8')).toBe([head, ...lines, ''].join('\r\n'));
  await expect(page.getByText('21 days saved as CSV.')).toBeVisible();

  await expect(page).toHaveURL(new RegExp(`#reports\\?from=${from}&to=${to}$`));
  await page.reload();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(from);
  await expect(rows).toHaveCount(21);
  await page.getByLabel('Last month').check();
  await expect(page).toHaveURL(/#reports\?month=last$/);
  await page.goBack();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(from);

  const { files } = await client.files.list({ perPage: 100 });
  const byViews = files.map((file) => file.views ?? 0).sort((one, other) => other - one);
  const section = page.getByRole('region', { name: 'Most-watched files' });
  const shown = byViews.slice(0, 10).map((count) => new RegExp(`${count.toLocaleString('en-US')}$`));
  await expect(section.getByRole('listitem')).toHaveText(shown);
  const most = section.getByRole('link').nth(1);
  const title = (await most.textContent()) ?? '';
  await most.click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(title);
  await page.goBack();
  await section.getByRole('link', { name: 'All files' }).click();
  await expect(page.getByRole('columnheader', { name: 'Views' })).toHaveAttribute('aria-sort', 'descending');
});

test('reports are retried after a temporary failure, and read again each hour, because a day may be over', async ({
  extension,
  service,
  account,
}) => {
  const admin = createAdmin(service.url);
  const envelope = { msg: 'Reports are closed for the night', status: 400 };
  const page = await openReports(extension, service, account.key);
  const failure = page.getByRole('alert');
  const report = page.getByText('Nothing to report');
  await page.addInitScript(controlHours);
  await page.reload();
  await expect(report).toBeVisible();
  const countReads = async () =>
    (await admin.audit()).filter(({ endpoint }) => endpoint === '/api/account/stats').length;
  const before = await countReads();
  await page.evaluate(() => (Reflect.get(globalThis, 'passHour') as () => void)());
  await expect.poll(countReads).toBeGreaterThan(before);

  const reload = page.getByRole('button', { name: 'Refresh' }).first();
  await admin.setFaults([{ endpoint: '/api/account/stats', kind: 'envelope', envelope }]);
  await reload.click();
  await expect(failure).toContainText(envelope.msg);
  await extension.context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await admin.clearFaults();
  await extension.context.setOffline(false);
  await expect(report).toBeVisible();

  await admin.setFaults([{ endpoint: '/api/account/stats', kind: 'too-many-requests-200' }]);
  await reload.click();
  await expect(failure).toContainText('Too many requests.');
  await admin.clearFaults();
  await expect(report).toBeVisible();
});

/** Runs in the page. Playwright's clock would also change all later pages of the browser. */
function controlHours(): void {
  const { now } = Date;
  const start = globalThis.setInterval;
  let hours = 0;
  Date.now = () => now() + hours * 3_600_000;
  Object.assign(globalThis, {
    // The page reads its clock each minute.
    setInterval: (work: () => void, ms: number) => start(work, Math.min(ms, 200)),
    passHour: () => {
      hours += 1;
    },
  });
}

test('an invalid period is kept while another view is shown, and during a reload', async ({
  extension,
  service,
  account,
}) => {
  const page = await openReports(extension, service, account.key);
  const from = page.getByLabel('From', { exact: true });
  const wrong = page.getByText('The start date can’t be after the end date.');
  const open = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByLabel('Custom').check();
  await from.fill('2099-01-01');
  await expect(wrong).toBeVisible();
  await open('Activity');
  await expect(from).toHaveCount(0);
  await page.goBack();
  await expect(wrong).toBeVisible();
  await open('Activity');
  await expect(from).toHaveCount(0);
  await open('Reports');
  await expect(from).toHaveValue('2099-01-01');
  await page.reload();
  await expect(from).toHaveValue('2099-01-01');
  await expect(wrong).toBeVisible();
  await page.getByLabel('7 days').check();
  await expect(wrong).toHaveCount(0);
  await expect(from).toHaveCount(0);
});
