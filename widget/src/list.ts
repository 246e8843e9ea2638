/** An element with several links: a list of files below a player, which plays one of them. */
import { createElement } from './create-element.ts';

/** The player that the list belongs to. */
export interface ListView {
  readonly root: ShadowRoot;
  /** Shows the links. */
  readonly slot: HTMLSlotElement;
  readonly listLinks: () => readonly HTMLAnchorElement[];
  readonly active: () => boolean;
  readonly activate: () => void;
  readonly deactivate: () => void;
}

export interface List {
  /** The link that is shown: the one that is marked, else the first. It gets the mark when it plays. */
  pickLink(): HTMLAnchorElement | undefined;
  /** The box above the links that the player is shown in. */
  place(): HTMLElement;
}

/** Makes a list of the links: a click plays one. */
export function createList({ root, slot, listLinks, active, activate, deactivate }: ListView): List {
  const stage = createElement('div');
  Object.assign(stage.style, { position: 'relative', aspectRatio: 'inherit' });
  slot.style.display = 'block';
  slot.onclick = (event) => {
    const links = listLinks();
    const chosen = links.find((link) => link.contains(event.target as Node));
    // biome-ignore lint/plugin: the keys of a click, with which browsers open links elsewhere
    if (!links[1] || !chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const link of links) link.ariaCurrent = link === chosen ? 'true' : null;
    deactivate();
    activate();
  };
  return {
    pickLink() {
      const link = listLinks().find((each) => each.ariaCurrent) ?? listLinks()[0];
      if (link && active()) link.ariaCurrent ||= 'true';
      return link;
    },
    place() {
      if (!stage.isConnected) root.replaceChildren(stage, slot);
      return stage;
    },
  };
}
