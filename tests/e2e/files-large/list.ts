/** The list of files on the screen, scrolled by mouse. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Expected } from './expected-files.ts';

interface Sight {
  /** From top to bottom. Folders that a search finds come first. */
  readonly rows: readonly { readonly index: number; readonly title: string }[];
  /** The visible rows have a gap. */
  readonly isTorn: boolean;
  readonly hasFolders: boolean;
  readonly middle: readonly [x: number, y: number];
  readonly scrolled: number;
  readonly isAtEnd: boolean;
  /** Since `countRows`, visible or not. */
  readonly mostRows: number;
}

export const rowHeight = 44;
/** Changes are drawn in the next frame. */
const poll = { intervals: [20, 50, 100] };
/** Reported wrong rows. The others are usually wrong in the same way. */
const few = 3;

export class FileList {
  readonly rows: Locator;
  readonly #page: Page;
  readonly #list: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.rows = page.locator('.file-list [data-index]');
    this.#list = page.locator('.file-list');
  }

  async countRows(): Promise<void> {
    await this.#list.evaluate((list) => {
      const count = () => {
        const rows = list.querySelectorAll('[data-index]').length;
        const most = Math.max(rows, Number(list.getAttribute('data-most-rows')));
        list.setAttribute('data-most-rows', `${most}`);
      };
      new MutationObserver(count).observe(list, { childList: true, subtree: true });
      count();
    });
  }

  readView(): Promise<Sight> {
    return this.#list.evaluate((list) => {
      const { top, bottom, left, right } = list.getBoundingClientRect();
      const head = list.querySelector('thead')?.getBoundingClientRect().bottom ?? top;
      const rows = [...list.querySelectorAll<HTMLElement>('[data-index]')]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > head + 1 && box.top < bottom - 1)
        .sort((one, other) => one.box.top - other.box.top);
      const edges = [head, ...rows.map(({ box }) => box.bottom)];
      const isAtEnd = list.scrollHeight - list.clientHeight - list.scrollTop < 1;
      const foot = document.querySelector('.files-counts')?.textContent ?? '';
      const folders = Number(/^([\d,]+) folders? ·/.exec(foot)?.[1]?.replaceAll(',', '') ?? 0);
      return {
        rows: rows.flatMap(({ row }) =>
          row.dataset['kind'] === 'folder'
            ? []
            : {
                index: Number(row.dataset['index']) - folders,
                title: row.querySelector('.file-name')?.textContent ?? '',
              },
        ),
        hasFolders: rows.some(({ row }) => row.dataset['kind'] === 'folder'),
        isTorn:
          rows.some(({ box }, at) => box.top > (edges[at] ?? 0) + 1) ||
          (!isAtEnd && (edges.at(-1) ?? 0) < bottom - 1),
        middle: [(left + right) / 2, (top + bottom) / 2] as const,
        scrolled: list.scrollTop,
        isAtEnd,
        mostRows: Number(list.getAttribute('data-most-rows')),
      };
    });
  }

  /** Waits until the list has scrolled. @returns false at the end */
  async wheel(pixels: number): Promise<boolean> {
    const { scrolled, isAtEnd, middle } = await this.readView();
    if (pixels > 0 ? isAtEnd : scrolled === 0) return false;
    await this.#page.mouse.move(...middle);
    await this.#page.mouse.wheel(0, pixels);
    await expect.poll(async () => (await this.readView()).scrolled, poll).not.toBe(scrolled);
    return true;
  }

  async toEnd(): Promise<void> {
    await this.wheel(10_000_000);
    await expect.poll(async () => (await this.readView()).isAtEnd, poll).toBe(true);
  }

  async toStart(): Promise<void> {
    await this.wheel(-10_000_000);
    await expect.poll(async () => (await this.readView()).scrolled, poll).toBe(0);
  }

  /** Waits until the visible rows match. */
  async shows({ files, order, byTitle }: Expected): Promise<void> {
    const wrong = async () => {
      const { rows, hasFolders, isTorn, isAtEnd } = await this.readView();
      const last = rows.at(-1)?.index;
      const strange = rows.filter(({ index, title }) => {
        const [wanted, found] = [files[index], byTitle.get(title)];
        return !wanted || !found || order(wanted, found) !== 0;
      });
      return [
        ...strange
          .slice(0, few)
          .map(({ index, title }) => `“${title}” in the place of “${files[index]?.title}”`),
        ...(isTorn || (rows.length === 0 && !hasFolders) ? ['there is a hole'] : []),
        ...(isAtEnd && last !== files.length - 1 ? [`the last one is ${last}`] : []),
      ];
    };
    await expect.poll(wrong, poll).toEqual([]);
  }

  /** Scrolls through the list. */
  async titles(): Promise<readonly string[]> {
    if (await this.#list.isHidden()) return [];
    await this.toStart();
    const titles: string[] = [];
    do {
      const sight = await this.readView();
      for (const { index, title } of sight.rows) titles[index] = title;
    } while (await this.wheel(400));
    return titles;
  }

  /** Clicks the first, then the last with Shift. */
  async choose(count: number): Promise<void> {
    await this.toStart();
    await this.#check(0).click();
    await expect(this.#page.getByRole('region', { name: 'Selected files' })).toContainText('1 selected');
    while ((await this.readView()).rows.every(({ index }) => index < count)) await this.wheel(count * 11);
    await this.#check(count - 1).click({ modifiers: ['Shift'] });
    await expect(this.#page.getByRole('region', { name: 'Selected files' })).toContainText(
      `${count} selected`,
    );
  }

  #check(index: number): Locator {
    return this.#list.locator(`[data-index="${index}"] .file-check`);
  }
}
