import 'linkhaul-player/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

/** What Svelte's tools look up for a tag in a template. */
type Props = SvelteHTMLElements['linkhaul-player'];

export const right: Props = {
  'base-url': 'https://host.example',
  'file-code': 'abc',
  loading: 'eager',
  'allow-http': true,
  class: 'wide',
  'onlinkhaul-error': (event) => event.detail.field.toUpperCase(),
};

// @ts-expect-error an address is a text
export const number: Props = { 'base-url': 7 };
// @ts-expect-error there is no such word
export const word: Props = { loading: 'later' };
// @ts-expect-error Svelte would write the word "false" into the attribute, and it would be there
export const flag: Props = { 'allow-http': false };
// @ts-expect-error the event of a loaded player has no detail
export const detail: Props = { 'onlinkhaul-load': (event) => event.detail.field };
