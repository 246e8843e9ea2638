/** Which links are chosen, and how clicks and keys change that. Pure: every change gives a new selection. */

export interface Selection {
  /** Addresses. A filter hides links, but takes none out of here. */
  readonly chosen: ReadonlySet<string>;
  /** The link that was switched last: where a range begins. */
  readonly anchor: string | null;
}

export const nothingChosen: Selection = { chosen: new Set(), anchor: null };

export function toggled({ chosen }: Selection, url: string): Selection {
  return withAll(chosen, [url], !chosen.has(url), url);
}

/**
 * Everything from the anchor to `url`, as `shown` has it in its order, becomes what the anchor is: chosen or not. Where
 * the anchor is not shown (any more), it is as if only `url` had been switched.
 */
export function ranged(selection: Selection, shown: readonly string[], url: string): Selection {
  const { chosen, anchor } = selection;
  const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(url)];
  if (anchor === null || from === -1 || to === -1) return toggled(selection, url);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return withAll(chosen, range, chosen.has(anchor), anchor);
}

export function added({ chosen, anchor }: Selection, urls: readonly string[]): Selection {
  return withAll(chosen, urls, true, anchor);
}

export function removed({ chosen, anchor }: Selection, urls: readonly string[]): Selection {
  return withAll(chosen, urls, false, anchor);
}

function withAll(
  chosen: ReadonlySet<string>,
  urls: readonly string[],
  isChosen: boolean,
  anchor: string | null,
): Selection {
  const next = new Set(chosen);
  for (const url of urls) {
    if (isChosen) next.add(url);
    else next.delete(url);
  }
  return { chosen: next, anchor };
}
