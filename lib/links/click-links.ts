import { boundTitle, type LinkDraft, parseLink, titleFromText } from './link.ts';
import { hasTellingName } from './nameless-address.ts';
import { readTextLinks } from './read-links.ts';
import { findSeenAddress } from './seen-address.ts';

/** The part of the browser's `OnClickData` that says what was under the pointer. */
export interface Click {
  readonly linkUrl?: string | undefined;
  readonly linkText?: string | undefined;
  readonly srcUrl?: string | undefined;
  readonly selectionText?: string | undefined;
  readonly pageUrl?: string | undefined;
  readonly frameUrl?: string | undefined;
  readonly pageTitle?: string | undefined;
}

interface Clicked {
  readonly links: readonly LinkDraft[];
  /** The clicked address if no service could fetch it. For a selection: parts that look like links but can't be sent. */
  readonly unusable: string | null;
  /** The selection doesn't show what is sent, so the user has to see it first. */
  readonly isChanged?: boolean;
}

/**
 * Prefers the most exact target: the link (including one around an image), then the medium, then addresses in the selection, then the page.
 */
export function findClickLinks(click: Click): Clicked {
  const page = readPage(click);
  const { linkUrl, linkText = '' } = click;
  if (linkUrl !== undefined)
    return createClickedLink(findSeenAddress(linkUrl, linkText) ?? linkUrl, linkText, page);
  if (click.srcUrl !== undefined) return createClickedLink(click.srcUrl, findMediaTitle(click), page);
  if (click.selectionText !== undefined) {
    const { links, leftOut } = readTextLinks(click.selectionText);
    if (links.length === 0) return { links, unusable: click.selectionText };
    const unusable = leftOut.filter(({ reason }) => reason === 'unclear' || reason === 'too-long');
    return {
      links: links.map(({ url }) => ({ url, ...page })),
      unusable: unusable.map(({ text }) => text).join('\n') || null,
      ...(links.some(({ isChanged }) => isChanged) && { isChanged: true }),
    };
  }
  return createClickedLink(click.frameUrl ?? click.pageUrl ?? '', click.pageTitle, page);
}

type Page = Pick<LinkDraft, 'pageUrl' | 'pageTitle'>;

function createClickedLink(address: string, text: string | undefined, page: Page): Clicked {
  const url = parseLink(address);
  if (url === null) return { links: [], unusable: address };
  const isPage = url === page.pageUrl;
  return { links: [{ url, title: titleFromText(text, url), ...(!isPage && page) }], unusable: null };
}

function readPage({ pageUrl, frameUrl, pageTitle }: Click): Page {
  const address = parseLink(pageUrl ?? frameUrl ?? '');
  const title = boundTitle(pageTitle ?? '');
  return { ...(address !== null && { pageUrl: address }), ...(title !== '' && { pageTitle: title }) };
}

/** Undefined if the address names the file, or the page is the file, whose title the browser makes up. */
const findMediaTitle = ({ srcUrl = '', pageUrl, frameUrl, pageTitle }: Click) =>
  hasTellingName(srcUrl) || srcUrl === (frameUrl ?? pageUrl) ? undefined : pageTitle;
