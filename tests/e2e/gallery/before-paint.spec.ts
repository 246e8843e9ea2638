/** What the user does before a view is painted counts, and what it shows stays. */
import {
  beforePaint,
  expect,
  findRequests,
  holdTimers,
  page,
  press,
  show,
  test,
} from '../harness/gallery.ts';

const folder = (name: string) => page.getByRole('treeitem', { name }).last();
const file = () => page.locator('[data-kind="file"]').first();

test.describe('files of a folder that is still being painted', () => {
  test.beforeEach(async () => show('manager-files'));

  async function inAnother(work: () => Promise<void>) {
    await beforePaint(async () => {
      await folder('Lectures').click();
      await file().focus();
      await work();
    });
  }

  test('can be selected', async () => {
    await inAnother(() => press('Shift+ArrowDown', 'Shift+ArrowDown'));
    await expect(page.getByRole('row', { selected: true })).toHaveCount(3);
  });

  test('can be copied', async () => {
    // The notice’s code is loaded by then.
    const copied = page.getByText('1 link copied.');
    await file().focus();
    await press('Control+c');
    await expect(copied).toBeVisible();
    await inAnother(() => press('Control+c'));
    await expect(copied).toBeVisible();
  });
});

test('links dropped before a view is painted are uploaded', async () => {
  await show('popup-account');
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  /** @returns whether dropping is allowed */
  const drag = ({ drops }: { drops: boolean }) =>
    page.getByRole('tabpanel').evaluate((element, isDropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', 'https://a.example/one.iso');
      const fire = (type: string) =>
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      fire('dragenter');
      const isTaken = !fire('dragover');
      if (isTaken && isDropped) fire('drop');
      return isTaken;
    }, drops);
  // Its code is loaded then.
  await expect.poll(() => drag({ drops: false })).toBe(true);
  await tab(/^Files/).click();
  await expect(page.getByRole('row').first()).toBeVisible();
  await beforePaint(async () => {
    await tab(/^Uploads/).click();
    expect(await drag({ drops: true })).toBe(true);
    await expect.poll(() => findRequests('links.send')).toHaveLength(1);
  });
  await expect(page.getByText(/^1 link is queued for/)).toBeVisible();
});

test('a number of days mistyped before the paint is reported', async () => {
  await show('manager-account-expiring');
  const days = page.getByRole('textbox', { name: 'Days without a view' }).first();
  await beforePaint(async () => {
    await days.fill('0');
    await days.press('Enter');
  });
  await expect(page.getByText('Enter a whole number from 1 to 3,650.')).toBeVisible();
});

test('a period mistyped before the paint is reported', async () => {
  await show('manager-reports');
  await beforePaint(async () => {
    await page.getByLabel('Custom').check();
    await page.getByLabel('From', { exact: true }).fill('2099-01-01');
  });
  await expect(page.locator('.reports-chooser .notice-area')).not.toBeEmpty();
});

test('a folder is looked for', async () => {
  await show('picker');
  await expect(page.getByRole('treeitem', { name: 'Photos' })).toBeVisible();
  await beforePaint(async () => {
    await page.getByRole('searchbox', { name: 'Filter folders' }).fill('Zebra');
    await expect(page.getByText('Searching folders…')).toBeVisible();
  });
  await expect(page.getByRole('button', { name: 'Create “Zebra” here' })).toBeVisible();
});

test('a notice replaces one whose time is over', async () => {
  await show('manager-files');
  const clock = await holdTimers();
  try {
    await file().focus();
    await press('Control+c');
    await expect(page.getByText('1 link copied.')).toBeVisible();
    // Its effects have run.
    await beforePaint(async () => {});
    const end = await clock.mark();
    const nothing = page.getByText('There’s nothing to undo.');
    await beforePaint(async () => {
      await press('Control+z');
      await expect(nothing).toBeVisible();
      await end();
    });
    await expect(nothing).toBeVisible();
  } finally {
    await clock.restore();
  }
});
