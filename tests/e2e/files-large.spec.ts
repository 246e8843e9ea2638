/**
 * 20,000 files in 200 folders: read, browsed, searched, sorted, and changed by the hundred. The service confirms the results. `npm run
 * bench files` uses a hundred thousand and a million files.
 *
 * A single test, because reading the account is slow at ten requests per second.
 */
import { setTimeout } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AdminFile } from '../../service/src/index.ts';
import { type ServiceProcess, startServiceProcess } from '../bench/service-process.ts';
import {
  byFileCode,
  changed,
  differences,
  expected,
  type FilesByCode,
  finder,
  type Order,
  orders,
  reversed,
} from './files-large/expected-files.ts';
import { FileList, rowHeight } from './files-large/list.ts';
import { test as base } from './harness/index.ts';

const { format: number } = new Intl.NumberFormat('en');
const size = { files: 20_000, folders: 200 };
const changedTogether = 30;
/** The service allows ten requests in this time. */
const rateWindowMs = 1_000;
/** A busy machine may take twice as long. */
const timeoutMsFor = (requests: number) => requests * 200 + 60_000;

interface Library {
  readonly address: string;
  readonly key: string;
  /** All files at the service. */
  read(): Promise<FilesByCode>;
  refused(): Promise<number>;
  /** @returns its id */
  createFolder(name: string): Promise<string>;
}

const test = base.extend<{ library: Library }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  library: async ({}, use) => {
    const service = await startServiceProcess();
    try {
      await use(await libraryOf(service));
    } finally {
      await service.close();
    }
  },
});

async function libraryOf({ admin, url }: ServiceProcess): Promise<Library> {
  const { email, key } = await admin.createAccount({ email: 'library@linkhaul.example' });
  await admin.seed({ account: email, files: size.files, folders: size.folders });
  return {
    address: url,
    key,
    read: async () => byFileCode(await admin.files(email)),
    refused: async () => (await admin.audit()).filter(({ outcome }) => outcome === 'refused').length,
    async createFolder(name) {
      const answer = await fetch(`${url}/api/folder/create?${new URLSearchParams({ key, name })}`);
      const { result } = (await answer.json()) as { result: { fld_id: string } };
      return result.fld_id;
    },
  };
}

test(`an account of ${number(size.files)} files is opened, scrolled, searched, sorted and changed`, {
  tag: '@all',
}, async ({ extension, library }) => {
  test.setTimeout(900_000);
  const archive = await library.createFolder('Archive');
  // The service would count these requests with the extension's first ones.
  await setTimeout(rateWindowMs);
  let expectedFiles = await library.read();
  expect(expectedFiles.size).toBe(size.files);
  const all = [...expectedFiles.values()];
  const find = finder(all);

  await extension.connect(library.address, library.key);
  const page = await extension.open('manager.html#files');
  const list = new FileList(page);
  const field = page.getByRole('searchbox', { name: 'Search files' });
  const counts = page.locator('.files-counts');
  const counted = (files: number) => new RegExp(`(^|· )${number(files)} files?( ·|$)`);

  await test.step('the account is synced, files first; the sync is stopped before the folders', async () => {
    const reading = page.getByRole('region', { name: 'Loading your files…' });
    await expect(reading).toContainText(`of ${number(size.files)} files`);
    await expect(list.rows.first()).toBeVisible();
    await expect(reading).not.toContainText(' of ', { timeout: timeoutMsFor(size.files / 200) });
    await reading.getByRole('button', { name: 'Stop' }).click();
    await expect(reading).toContainText('Loading stopped.');
    await expect(counts).toHaveText(counted(size.files));
  });

  await test.step('scroll from the newest to the oldest, with few rows in the document', async () => {
    const newest = expected(all, reversed(orders.Uploaded));
    await list.countRows();
    await list.shows(newest);
    while (await list.wheel((size.files * rowHeight) / 20)) await list.shows(newest);
    const { rows, mostRows } = await list.readView();
    expect(rows.at(-1)).toEqual({ index: size.files - 1, title: newest.files.at(-1)?.title });
    expect(mostRows).toBeGreaterThanOrEqual(rows.length);
    expect(mostRows).toBeLessThan(150);
  });

  const byTitle = expected(all, orders.Title);
  const moved = byTitle.files.slice(0, changedTogether);
  await test.step('move files into another folder', async () => {
    await sortBy(page, 'Title', 'ascending');
    await list.shows(byTitle);
    await list.choose(changedTogether);
    await moveTo(page, 'Archive');
    await expect(job(page, `Moving ${changedTogether} files to “Archive”`)).toBeVisible();
  });

  await test.step('meanwhile, search while typing', async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    for (const text of ['lodz walk brav', 'Ferry bERGEN 1', 'conc łódź har', '17 quiet tun']) {
      for (let end = 1; end <= text.length; end += 1) {
        await page.keyboard.type(text.slice(end - 1, end));
        await expect(counts).toHaveText(counted(find(text.slice(0, end)).length));
      }
      // Close matches may follow later.
      const hits = titlesOf(find(text));
      const titles = (await list.titles()).slice(0, hits.length);
      expect(titles.toSorted()).toEqual(hits.toSorted());
      await field.press('Escape');
      await expect(counts).toHaveText(counted(size.files));
    }
    // The chosen column also sorts matches, until the user sorts by best match.
    await field.fill('ra');
    const hits = find('ra');
    await expect(counts).toHaveText(counted(hits.length));
    await list.shows(expected(hits, orders.Title));
    await page.getByRole('button', { name: 'Sorted by Title' }).click();
    await page.getByRole('menuitemradio', { name: 'Best match' }).click();
    const isBest = ({ title }: AdminFile) => Number(title.startsWith('ra'));
    const bestFirst: Order = (one, other) => isBest(other) - isBest(one);
    await list.shows(expected(hits, bestFirst));
    await list.toEnd();
    await list.shows(expected(hits, bestFirst));
    await field.press('Escape');
  });

  await test.step('only these files have moved', async () => {
    await expect(job(page, new RegExp(`${changedTogether} files moved .*to “Archive”\\.`))).toBeVisible({
      timeout: timeoutMsFor(changedTogether),
    });
    expectedFiles = changed(expectedFiles, moved, () => ({ folderId: archive }));
    expect(differences(expectedFiles, await library.read())).toEqual([]);
    await openFolder(page, 'Archive');
    await expect(counts).toHaveText(counted(changedTogether));
    await sortBy(page, 'Title', 'ascending');
    await list.shows(expected(moved, orders.Title));
  });

  await test.step('rename files by a pattern, as in the preview', async () => {
    const archived = (file: AdminFile, at: number) =>
      `Archive ${`${at + 1}`.padStart(3, '0')}: ${file.title.replace('amber', 'ochre')}`;
    await list.choose(1);
    await page.getByRole('button', { name: `Select all ${changedTogether}` }).click();
    const dialog = await renameChosen(page, changedTogether);
    await dialog.getByRole('textbox', { name: 'New title' }).fill('{folder} {n:3}: {title}');
    await dialog.getByLabel('Number by').selectOption('List order');
    await dialog.getByLabel('Find in the current title').fill('amber');
    await dialog.getByLabel('Replace with').fill('ochre');
    await expectPreview(dialog, moved, archived, [1, 2, 3]);
    await dialog.getByRole('region', { name: 'Current and new titles' }).focus();
    await page.keyboard.press('End');
    await expectPreview(dialog, moved, archived, [changedTogether - 1, changedTogether]);
    await dialog.getByRole('button', { name: `Rename ${changedTogether} files` }).click();
    await expect(job(page, `Renaming ${changedTogether} files`)).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Current folder' })
      .getByRole('link', { name: 'All files' })
      .click();
    expectedFiles = changed(expectedFiles, moved, (file, at) => ({ title: archived(file, at) }));
  });

  await test.step('meanwhile, sort by every column', async () => {
    const { Title: _, ...others } = orders;
    for (const [column, ascending] of Object.entries(others)) {
      for (const way of ['descending', 'ascending'] as const) {
        await sortBy(page, column as keyof typeof others, way);
        const order = way === 'ascending' ? ascending : reversed(ascending);
        const sorted = expected(expectedFiles.values(), order, all);
        await list.shows(sorted);
        await list.wheel((size.files * rowHeight) / 2);
        await list.shows(sorted);
        await list.toEnd();
        await list.shows(sorted);
      }
    }
  });

  const byNewTitle = expected(expectedFiles.values(), orders.Title);
  await test.step('only these files have new titles', async () => {
    await expect(job(page, `${changedTogether} files renamed.`)).toBeVisible({
      timeout: timeoutMsFor(changedTogether),
    });
    expect(differences(expectedFiles, await library.read())).toEqual([]);
    await sortBy(page, 'Title', 'ascending');
    await list.shows(byNewTitle);
  });

  await test.step('another page shows the newest files first, and then has all', async () => {
    await page.context().addInitScript(recordFirstTitles);
    const other = await extension.open('manager.html#files');
    const newest = expected(expectedFiles.values(), reversed(orders.Uploaded));
    await new FileList(other).shows(newest);
    const first = await other.evaluate(() => Reflect.get(globalThis, 'firstTitles') as readonly string[]);
    const times = first.map((title) => newest.byTitle.get(title)?.uploaded);
    expect(times).toEqual(newest.files.slice(0, first.length).map(({ uploaded }) => uploaded));
    await expect(other.locator('.files-manager')).toHaveAttribute('aria-busy', 'false');
    await other.locator('.file-list [data-index="0"]').focus();
    await other.keyboard.press('Control+a');
    await expect(chosen(other)).toContainText(`${number(size.files)} selected`);
    await other.close();
  });

  await test.step('resume the sync', async () => {
    const reading = page.getByRole('region', { name: 'Loading your files…' });
    const folders = async () => {
      const [, found = ''] = /([\d,]+) folders? ·/.exec((await reading.textContent()) ?? '') ?? [];
      return Number(found.replaceAll(',', ''));
    };
    const before = await folders();
    await reading.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(folders).toBeGreaterThan(before);
    await expect(reading).toContainText(`${number(size.files)} files`);
  });

  expect(await library.refused()).toBe(0);
});

/** Runs in the page: records the first titles that fill the list. */
function recordFirstTitles(): void {
  new MutationObserver((_, observer) => {
    const titles = Array.from(
      document.querySelectorAll('.file-list [data-kind="file"] .file-name'),
      ({ textContent }) => textContent,
    );
    if (titles.length < 5) return;
    observer.disconnect();
    Object.assign(globalThis, { firstTitles: titles });
  }).observe(document, { childList: true, subtree: true });
}

const titlesOf = (files: readonly AdminFile[]) => files.map(({ title }) => title);

const chosen = (page: Page): Locator => page.getByRole('region', { name: 'Selected files' });

const job = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'File operations' }).getByRole('listitem').filter({ hasText: text });

/** Clicks until the column is sorted in this order. */
async function sortBy(
  page: Page,
  column: keyof typeof orders,
  way: 'ascending' | 'descending',
): Promise<void> {
  const head = page.getByRole('columnheader', { name: column });
  for (let click = 0; click < 2 && (await head.getAttribute('aria-sort')) !== way; click += 1) {
    const before = (await head.getAttribute('aria-sort')) ?? '';
    await head.getByRole('button').click();
    await expect(head).not.toHaveAttribute('aria-sort', before);
  }
  await expect(head).toHaveAttribute('aria-sort', way);
}

async function openFolder(page: Page, name: string): Promise<void> {
  const side = page.getByRole('complementary', { name: 'Folders' });
  await side.getByRole('searchbox', { name: 'Filter folders' }).fill(name);
  await side.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
  await side.getByRole('searchbox', { name: 'Filter folders' }).fill('');
}

async function moveTo(page: Page, folder: string): Promise<void> {
  await chosen(page).getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Filter folders' }).fill(folder);
  await dialog.getByRole('treeitem', { name: folder }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(dialog).toBeHidden();
}

async function renameChosen(page: Page, count: number): Promise<Locator> {
  await chosen(page).getByRole('button', { name: 'Rename…' }).click();
  const dialog = page.getByRole('dialog', { name: `Rename ${count} files` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** In the preview of “Rename…”. Positions start at 1. */
async function expectPreview(
  dialog: Locator,
  files: readonly AdminFile[],
  titleOf: (file: AdminFile, at: number) => string,
  places: readonly number[],
): Promise<void> {
  for (const place of places) {
    const line = dialog.locator(`[aria-posinset="${place}"][aria-setsize="${files.length}"]`);
    const file = files[place - 1] as AdminFile;
    await expect(line).toHaveText(`${file.title}becomes${titleOf(file, place - 1)}`);
  }
}
