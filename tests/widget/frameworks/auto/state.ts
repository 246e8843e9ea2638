/** What the pages show whose links `auto.js` turns into players. */
export interface State {
  /** In an element of its own, which stays. */
  readonly solo: Link | null;
  /** In a list, and once more side by side. */
  readonly items: readonly Link[];
  /** Behind the last of those. */
  readonly words: string;
  /** In a part that React hydrates later than the rest. */
  readonly late?: Link;
}

interface Link {
  readonly href: string;
  readonly title: string;
}

/** What the server has rendered, for the page. */
export const readState = (root: HTMLElement): State => JSON.parse(root.dataset['state'] ?? '') as State;
