interface LinkSelection {
  /** Addresses. Stays when a filter hides them. */
  readonly chosen: ReadonlySet<string>;
  /** The last toggled link, where a range starts. */
  readonly anchor: string | null;
}

export const emptySelection: LinkSelection = { chosen: new Set(), anchor: null };

export function toggleLink({ chosen }: LinkSelection, url: string): LinkSelection {
  return withAll(chosen, [url], !chosen.has(url), url);
}

/** Gives the links from the anchor to `url` the anchor's state. If the anchor isn't shown, toggles only `url`. */
export function selectRange(selection: LinkSelection, shown: readonly string[], url: string): LinkSelection {
  const { chosen, anchor } = selection;
  const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(url)];
  if (anchor === null || from === -1 || to === -1) return toggleLink(selection, url);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return withAll(chosen, range, chosen.has(anchor), anchor);
}

export function addLinks({ chosen, anchor }: LinkSelection, urls: readonly string[]): LinkSelection {
  return withAll(chosen, urls, true, anchor);
}

export function removeLinks({ chosen, anchor }: LinkSelection, urls: readonly string[]): LinkSelection {
  return withAll(chosen, urls, false, anchor);
}

function withAll(
  chosen: ReadonlySet<string>,
  urls: readonly string[],
  isChosen: boolean,
  anchor: string | null,
): LinkSelection {
  const next = new Set(chosen);
  for (const url of urls) {
    if (isChosen) next.add(url);
    else next.delete(url);
  }
  return { chosen: next, anchor };
}
