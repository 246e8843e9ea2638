/**
 * What the browser itself needs to draw the rows that a search finds: the page's own elements and styles, with its script
 * taken away. What the rows of each letter say is written down first, and then put into them one after another.
 */
import type { Page } from '@playwright/test';

/** What each row in sight says: by its parts that hold text, in the order of the page, their content as HTML. */
export type Drawing = readonly (readonly string[])[];

/** What a row consists of that differs from file to file. */
const parts = '.file-name, .file-where, .file-length, .file-size, .file-views, .file-uploaded';

/** Writes down what the list shows now. */
export function drawingOf(page: Page): Promise<Drawing> {
  return page.evaluate(
    ([selector]) =>
      Array.from(document.querySelectorAll('.file-row'), (row) =>
        Array.from(row.querySelectorAll(selector), (part) => part.innerHTML),
      ),
    [parts] as const,
  );
}

/**
 * Takes the page's script away: what is typed from now on draws these rows, a drawing for each letter. Elements are the
 * same ones throughout; a drawing with fewer rows leaves the others as they are.
 */
export async function drawByHand(page: Page, drawings: readonly Drawing[]): Promise<void> {
  await page.evaluate(
    ([selector, each]) => {
      document.body.replaceChildren(...Array.from(document.body.children, (child) => child.cloneNode(true)));
      const rows = Array.from(document.querySelectorAll('.file-row'), (row) => [
        ...row.querySelectorAll(selector),
      ]);
      const shown = rows.map((row) => row.map((part) => part.innerHTML));
      let next = 0;
      const input = document.querySelector<HTMLInputElement>('.search-field-input');
      input?.addEventListener('input', () => {
        for (const [at, texts] of (each[next] ?? []).entries())
          for (const [part, text] of texts.entries()) {
            const element = rows[at]?.[part];
            const row = shown[at];
            if (!element || !row || row[part] === text) continue;
            // The quickest way there is: markup is read only where there are marks.
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
    [parts, drawings] as const,
  );
}
