/**
 * A baseline for drawing search results: the page's elements and styles without its script. The rows of each letter are recorded, then
 * written directly into the DOM.
 */
import type { Page } from '@playwright/test';

interface RecordedRow {
  readonly kind: string | undefined;
  readonly icon: string | null | undefined;
  /** In document order. */
  readonly parts: readonly (readonly [className: string, html: string])[];
}

export type RecordedRows = readonly RecordedRow[];

/** These differ from item to item. */
const parts = '.file-name, .file-where, .file-value';

export function recordRows(page: Page): Promise<RecordedRows> {
  return page.evaluate(
    ([selector]) =>
      Array.from(document.querySelectorAll<HTMLElement>('.file-row'), (row) => ({
        kind: row.dataset['kind'],
        icon: row.querySelector('use')?.getAttribute('href'),
        parts: Array.from(
          row.querySelectorAll(selector),
          (part) => [part.className, part.innerHTML] as const,
        ),
      })),
    [parts] as const,
  );
}

/**
 * Replaces the page's event listeners: each typed letter writes the next recording. Elements are reused. A recording with fewer rows leaves
 * the others unchanged.
 */
export async function replayRows(page: Page, recordings: readonly RecordedRows[]): Promise<void> {
  await page.evaluate(
    ([selector, each]) => {
      document.body.replaceChildren(...Array.from(document.body.children, (child) => child.cloneNode(true)));
      const rows = Array.from(document.querySelectorAll<HTMLElement>('.file-row'), (row) => ({
        row,
        use: row.querySelector('use'),
        elements: Array.from(row.querySelectorAll<HTMLElement>(selector), (element) => ({
          element,
          shown: element.innerHTML,
        })),
      }));
      const hasOthers = ({ parts }: RecordedRow, at: number) =>
        rows[at] !== undefined && parts.length !== rows[at].elements.length;
      if (each.some((recorded) => recorded.some(hasOthers)))
        throw new Error('Some recorded rows do not have the parts of the rows that they are written into.');
      let next = 0;
      const input = document.querySelector<HTMLInputElement>('.search-input-text');
      input?.addEventListener('input', () => {
        for (const [at, { kind, icon, parts }] of (each[next] ?? []).entries()) {
          const drawn = rows[at];
          if (!drawn) continue;
          if (kind && drawn.row.dataset['kind'] !== kind) {
            drawn.row.dataset['kind'] = kind;
            if (icon) drawn.use?.setAttribute('href', icon);
          }
          for (const [part, [className, text]] of parts.entries()) {
            const known = drawn.elements[part];
            if (!known) continue;
            const { element } = known;
            if (element.className !== className) element.className = className;
            if (known.shown === text) continue;
            // Parsing HTML is only needed for markup.
            const { firstChild, childNodes } = element;
            const isPlain = !/[<&]/.test(text) && childNodes.length === 1;
            if (isPlain && firstChild instanceof Text) firstChild.data = text;
            else element.innerHTML = text;
            known.shown = text;
          }
        }
        next += 1;
      });
      input?.focus();
    },
    [parts, recordings] as const,
  );
}
