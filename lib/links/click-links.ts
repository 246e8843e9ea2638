/** What a click in the context menu was on, as links. */
import { type LinkDraft, parseLink, titleFromText } from './link.ts';
import { findLinks } from './read-links.ts';

/** The part of the browser's `OnClickData` that says what was under the pointer. */
export interface Click {
  readonly linkUrl?: string | undefined;
  readonly linkText?: string | undefined;
  readonly srcUrl?: string | undefined;
  readonly selectionText?: string | undefined;
  readonly pageUrl?: string | undefined;
  readonly frameUrl?: string | undefined;
  /** The tab's title, for a click on the page itself. */
  readonly pageTitle?: string | undefined;
}

/** The links that a click means; `unusable` holds what was clicked where no service could fetch it. */
export interface Clicked {
  readonly links: readonly LinkDraft[];
  readonly unusable: string | null;
}

/**
 * The most exact thing under the pointer wins: the link (also around an image), then the image, video or audio,
 * then the addresses in the selected text, then the page.
 */
export function findClickLinks(click: Click): Clicked {
  if (click.linkUrl !== undefined) return createClickedLink(click.linkUrl, click.linkText);
  if (click.srcUrl !== undefined) return createClickedLink(click.srcUrl, undefined);
  if (click.selectionText !== undefined) {
    const links = findLinks(click.selectionText).map((url) => ({ url }));
    return { links, unusable: links.length > 0 ? null : click.selectionText };
  }
  return createClickedLink(click.frameUrl ?? click.pageUrl ?? '', click.pageTitle);
}

function createClickedLink(address: string, text: string | undefined): Clicked {
  const url = parseLink(address);
  if (url === null) return { links: [], unusable: address };
  return { links: [{ url, title: titleFromText(text, url) }], unusable: null };
}
