/** The content of the pages whose links `auto.js` turns into players. */
export interface State {
  /** In its own element, which stays. */
  readonly solo: Link | null;
  /** In a list, and again side by side. */
  readonly items: readonly Link[];
  /** Text after the last item. */
  readonly words: string;
  /** In a part that React hydrates later than the rest. */
  readonly late?: Link;
}

interface Link {
  readonly href: string;
  readonly title: string;
}

/** The state that the server rendered. */
export const readState = (root: HTMLElement): State => JSON.parse(root.dataset['state'] ?? '') as State;
