import 'linkhaul-player/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

/** The type that Svelte's tools look up for a tag in a template. */
type Props = SvelteHTMLElements['linkhaul-player'];

export const valid: Props = {
  'base-url': 'https://host.example',
  'file-code': 'abc',
  loading: 'eager',
  'allow-http': true,
  class: 'wide',
  'onlinkhaul-error': (event) => event.detail.field.toUpperCase(),
};

// @ts-expect-error an address is a string
export const number: Props = { 'base-url': 7 };
// @ts-expect-error not a value of this attribute
export const word: Props = { loading: 'later' };
// @ts-expect-error Svelte would render the attribute with the value "false", so that it would be set
export const flag: Props = { 'allow-http': false };
// @ts-expect-error the event of a loaded player has no detail
export const detail: Props = { 'onlinkhaul-load': (event) => event.detail.field };
