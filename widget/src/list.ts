/** An element with several links: shows a list of files below a player that plays one of them. */
import { createElement } from './create-element.ts';

export interface ListView {
  readonly root: ShadowRoot;
  readonly slot: HTMLSlotElement;
  readonly listLinks: () => readonly HTMLAnchorElement[];
  readonly active: () => boolean;
  readonly activate: () => void;
  readonly deactivate: () => void;
}

export interface List {
  /** The marked link, or the first. Marks it if it is playing. */
  pickLink(): HTMLAnchorElement | undefined;
  /** The box above the links, which contains the player. */
  place(): HTMLElement;
}

/** Turns the links into a list: a click plays the file. */
export function createList({ root, slot, listLinks, active, activate, deactivate }: ListView): List {
  const stage = createElement('div');
  Object.assign(stage.style, { position: 'relative', aspectRatio: 'inherit' });
  slot.style.display = 'block';
  slot.onclick = (event) => {
    const links = listLinks();
    const chosen = links.find((link) => link.contains(event.target as Node));
    // biome-ignore lint/plugin: the keys of a click, with which browsers open links elsewhere
    if (!links[1] || !chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    for (const link of links) link.ariaCurrent = link === chosen ? 'true' : null;
    deactivate();
    activate();
    // A link without a valid address has no player, so the browser opens it.
    if (stage.isConnected) event.preventDefault();
  };
  return {
    pickLink() {
      const marked = listLinks().find(({ ariaCurrent }) => ariaCurrent && ariaCurrent !== 'false');
      const link = marked ?? listLinks()[0];
      if (link && !marked && active()) link.ariaCurrent = 'true';
      return link;
    },
    place() {
      if (!stage.isConnected) root.replaceChildren(stage, slot);
      return stage;
    },
  };
}
