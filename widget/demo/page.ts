/** A page of the demo site: one feature, live, with the code beside it. */
import { type EmbedOptions, embedUrl } from '../src/index.ts';

/** What the pages show, and where it lies. */
export interface DemoContext {
  /** The sample clip at the host. */
  readonly clip: EmbedOptions;
  /** Address of the site, with a slash at the end. */
  readonly site: string;
}

export interface Page {
  /** Its file is called so, with `.html`. */
  readonly name: string;
  readonly title: string;
  /** HTML. */
  readonly intro: string;
  readonly demos: (world: DemoContext) => readonly Demo[];
  /** HTML for the page's head, before everything else in it. */
  readonly head?: (world: DemoContext) => string;
}

/** HTML that stands in the page twice: at work, and to read. */
export interface Demo {
  readonly html: string;
  /** HTML. */
  readonly caption?: string;
  /** Beside the code that a reader would copy: what only this site needs. */
  readonly class?: string;
}

/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What stands in an element: a link to the player. */
export const createPlayerLink = (options: EmbedOptions, title: string): string =>
  `<a href="${escapeHtml(embedUrl(options))}">${escapeHtml(title)}</a>`;

/** Absolute address of a file of the site. */
export const getMediaUrl = ({ site }: DemoContext, name: string): string =>
  new URL(`media/${name}`, site).href;
