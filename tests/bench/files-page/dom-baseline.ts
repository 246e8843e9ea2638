/**
 * A baseline for the cost of drawing search results: the page's elements and styles without its script. The rows that each
 * letter finds are recorded first, and then written into the DOM directly.
 */
import type { Page } from '@playwright/test';

/** For each visible row the HTML of its parts with text, in document order. */
export type RecordedRows = readonly (readonly string[])[];

/** The parts of a row that differ from file to file. */
const parts = '.file-name, .file-where, .file-length, .file-size, .file-views, .file-uploaded';

/** Records what the list shows. */
export function recordRows(page: Page): Promise<RecordedRows> {
  return page.evaluate(
    ([selector]) =>
      Array.from(document.querySelectorAll('.file-row'), (row) =>
        Array.from(row.querySelectorAll(selector), (part) => part.innerHTML),
      ),
    [parts] as const,
  );
}

/**
 * Removes the page's event listeners; from now on each typed letter writes the next recording into the rows. Elements are
 * reused; a recording with fewer rows leaves the others unchanged.
 */
export async function replayRows(page: Page, recordings: readonly RecordedRows[]): Promise<void> {
  await page.evaluate(
    ([selector, each]) => {
      document.body.replaceChildren(...Array.from(document.body.children, (child) => child.cloneNode(true)));
      const rows = Array.from(document.querySelectorAll('.file-row'), (row) => [
        ...row.querySelectorAll(selector),
      ]);
      const shown = rows.map((row) => row.map((part) => part.innerHTML));
      let next = 0;
      const input = document.querySelector<HTMLInputElement>('.search-input-text');
      input?.addEventListener('input', () => {
        for (const [at, texts] of (each[next] ?? []).entries())
          for (const [part, text] of texts.entries()) {
            const element = rows[at]?.[part];
            const row = shown[at];
            if (!element || !row || row[part] === text) continue;
            // Fastest: HTML is parsed only where a text has markup.
            const { firstChild, childNodes } = element;
            const isPlain = !/[<&]/.test(text) && childNodes.length === 1;
            if (isPlain && firstChild instanceof Text) firstChild.data = text;
            else element.innerHTML = text;
            row[part] = text;
          }
        next += 1;
      });
      input?.focus();
    },
    [parts, recordings] as const,
  );
}
