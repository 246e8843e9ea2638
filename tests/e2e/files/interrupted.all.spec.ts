/** An undo that is offered, a name that is being typed, a selection and a running job survive what interrupts them. */
import type { Page } from '@playwright/test';
import type { FaultRule } from '../../../service/src/index.ts';
import { expect, message, names, rename, row, test } from '../harness/files.ts';

test.use({ size: { files: 160, folders: 4 } });

const outage = {
  fault: { endpoint: '*', kind: 'reset-before' },
  banner: /^Can’t reach /,
  reason: 'The service can’t be reached.',
} as const;
const rejection = {
  fault: { endpoint: '*', kind: 'envelope', envelope: { status: 403, msg: 'Wrong auth' } },
  banner: /API key was rejected\. Uploads are on hold/,
  reason: 'The account’s API key was rejected. Enter a new one in the settings.',
} as const;

const slowly: FaultRule = { endpoint: '/api/file/move', kind: 'delay', ms: 3_000 };
/** Something untrue would appear, or something true disappear, within this time. */
const lasts = (page: Page) => page.waitForTimeout(2_000);

test('the end of the worker, an outage, and a rejected key', async ({
  extension,
  admin,
  openManager,
  library: { id: accountId, ids, filesIn },
}) => {
  const titlesIn = async (id: string) => (await filesIn(id)).map(({ title }) => title);
  const [one = '', two = '', three = '', ...others] = await titlesIn(ids.ferry);
  const page = await openManager(`/${ids.ferry}`);
  const work = page.getByRole('region', { name: 'File operations' });
  const field = page.getByRole('textbox', { name: /^New name for/ });
  await rename(row(page, one), 'Turtle');
  const undo = page.getByRole('button', { name: 'Undo: 1 file renamed.' });
  await expect(undo).toBeVisible();

  await admin.setFaults([slowly]);
  await row(page, others[0] ?? '').click();
  await page.keyboard.press('Shift+End');
  await page.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: names.canal }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  const moving = work.getByText(`Moving ${others.length} files to “${names.canal}”`);
  await expect(moving).toBeVisible();
  await row(page, three).click({ modifiers: ['ControlOrMeta'] });
  const selected = page.getByRole('row', { selected: true });
  await expect(row(page, three)).toHaveAttribute('aria-selected', 'true');
  await row(page, two).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await field.fill('Half a na');

  const survive = async () => {
    await lasts(page);
    await expect(field).toHaveValue('Half a na');
    await expect(field).toBeFocused();
    await expect(selected).toHaveCount(1);
    await expect(undo).toBeVisible();
    await expect(moving).toBeVisible();
  };
  await extension.background.kill();
  await survive();
  const interrupt = async ({ fault, banner, reason }: typeof outage | typeof rejection) => {
    await admin.setFaults([fault]);
    await expect(page.getByText(banner)).toBeVisible({ timeout: 20_000 });
    await survive();
    await expect(work).toContainText(reason);
  };
  await interrupt(outage);
  await admin.setFaults([slowly]);
  await message(page, 'accounts.check', { accountId });
  await expect(work).not.toContainText(outage.reason);
  await interrupt(rejection);

  await field.fill('Whole name');
  // Leaving the field saves the name, whose job must not take the button's place before the release.
  await undo.click();
  await expect(row(page, 'Whole name')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await lasts(page);
  await expect(row(page, 'Whole name')).toBeVisible();
  await expect(work).toContainText(rejection.reason);

  await admin.clearFaults();
  await message(page, 'accounts.check', { accountId });
  // Requests whose worker ended may take effect for 40 s. Until then the move isn't checked, but others continue.
  await expect(work.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  // The undo may begin after the move has ended.
  await expect.poll(() => titlesIn(ids.ferry), { timeout: 60_000 }).toEqual([one, 'Whole name', three]);
  expect(await titlesIn(ids.canal)).toEqual(expect.arrayContaining(others));
  await lasts(page);
  const rows = page.locator('[data-kind="file"] .file-name');
  await expect(rows).toHaveText([one, 'Whole name', three]);
  await expect(selected).toHaveCount(1);
  await expect(row(page, three)).toHaveAttribute('aria-selected', 'true');
  await expect(work.locator('.bulk-job')).toHaveText(/^1 title restored\./);
  await expect(page.getByText(/API key was rejected|^Can’t reach /)).toHaveCount(0);
});
