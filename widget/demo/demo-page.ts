/** A page of the demo site shows one feature, rendered and as code. */
import { escapeHtml } from '../src/embed-code/escape.ts';
import { type EmbedOptions, embedUrl } from '../src/index.ts';

export interface DemoContext {
  readonly clip: EmbedOptions;
  /** Ends with a slash. */
  readonly site: string;
}

export interface Page {
  /** File name without `.html`. */
  readonly name: string;
  readonly title: string;
  /** HTML. */
  readonly intro: string;
  readonly demos: (context: DemoContext) => readonly Demo[];
  /** HTML for the start of the head. */
  readonly head?: (context: DemoContext) => string;
}

export interface Demo {
  readonly html: string;
  /** HTML. */
  readonly caption?: string;
  /** The demo's class on this site, not part of the shown code. */
  readonly class?: string;
}

export const createPlayerLink = (options: EmbedOptions, title: string): string =>
  `<a href="${escapeHtml(embedUrl(options))}">${escapeHtml(title)}</a>`;

export const createPlayer = (options: EmbedOptions, attributes = '', title = 'The sample clip'): string =>
  `<linkhaul-player${attributes && ` ${attributes}`}>
  ${createPlayerLink(options, title)}
</linkhaul-player>`;

export const getMediaUrl = ({ site }: DemoContext, name: string): string =>
  new URL(`media/${name}`, site).href;
