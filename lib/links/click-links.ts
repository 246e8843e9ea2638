/** What a click in the context menu was on, as links. */
import { type LinkDraft, parseLink, titleFromText } from './link.ts';
import { readLinks } from './read-links.ts';

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

/** The links that a click means. */
export interface Clicked {
  readonly links: readonly LinkDraft[];
  /** What was clicked where no service could fetch it; of a selection, what may be a link and is none that can be sent. */
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
    const { links, leftOut } = readLinks(click.selectionText);
    if (links.length === 0) return { links, unusable: click.selectionText };
    const unusable = leftOut.filter(({ reason }) => reason === 'unclear' || reason === 'too-long');
    return {
      links: links.map(({ url }) => ({ url })),
      unusable: unusable.map(({ text }) => text).join('\n') || null,
    };
  }
  return createClickedLink(click.frameUrl ?? click.pageUrl ?? '', click.pageTitle);
}

function createClickedLink(address: string, text: string | undefined): Clicked {
  const url = parseLink(address);
  if (url === null) return { links: [], unusable: address };
  return { links: [{ url, title: titleFromText(text, url) }], unusable: null };
}
