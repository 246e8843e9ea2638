/**
 * Titles with placeholders in braces, such as `{n:2} {title}`. `lib/titles`: such patterns, the titles they make (`make-titles.ts`), and
 * how to compare titles (`is-same-title.ts`). Pure.
 */

export type PlaceholderFiller<T> = (item: T) => string;

export interface LinkFacts {
  /** Its text or the title from the page, otherwise the name in its address. */
  readonly title: string;
  /** The title of the page with the link, otherwise its own. */
  readonly page: string;
  /** The host of that page, otherwise its own, without "www.". */
  readonly site: string;
  readonly folderName: string;
  /** When it is uploaded: seconds of the user's wall clock, read as UTC. */
  readonly uploaded: number | null;
}

export const linkFillers = {
  title: ({ title }) => title,
  page: ({ page }) => page,
  site: ({ site }) => site,
  folder: ({ folderName }) => folderName,
  date: ({ uploaded }) => (uploaded === null ? '' : formatDay(uploaded)),
} satisfies Record<string, PlaceholderFiller<LinkFacts>>;

/** Returns a function that fills in the pattern, or its first unknown placeholder. `{n:3}` has at least three digits. */
export function parsePattern<T>(
  pattern: string,
  fillers: Readonly<Record<string, PlaceholderFiller<T>>>,
): ((item: T, number: number) => string) | { readonly unknown: string } {
  const parts: ((item: T, number: number) => string)[] = [];
  for (const [text, name, width] of pattern.matchAll(/\{([^{}\s:]*)(?::(\d{1,2}))?\}|[^{}]+|[{}]/g)) {
    const filler = name !== undefined && Object.hasOwn(fillers, name) ? fillers[name] : undefined;
    if (name === undefined) parts.push(() => text);
    else if (name === 'n') parts.push((_, number) => padNumber(number, Number(width ?? 1)));
    else if (width === undefined && filler !== undefined) parts.push(filler);
    else return { unknown: text };
  }
  return (item, number) => parts.map((part) => part(item, number)).join('');
}

const padNumber = (value: number, width: number): string =>
  (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(width, '0');

/** Empty if a date can't hold the value. */
export function formatDay(seconds: number): string {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
