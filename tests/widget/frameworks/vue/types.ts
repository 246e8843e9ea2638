import 'linkhaul-player/vue';
import type { GlobalComponents } from 'vue';

/** What Vue's tools look up for a tag in a template. */
type Player = InstanceType<GlobalComponents['linkhaul-player']>;
type Props = Player['$props'];

export const right: Props = {
  'base-url': 'https://host.example',
  'file-code': 'abc',
  loading: 'eager',
  'allow-http': true,
  class: 'wide',
};
export const activate = (player: Player) => player.activate();
export const emit = (player: Player, event: CustomEvent<null>) => player.$emit('linkhaul-load', event);

// @ts-expect-error an address is a text
export const number: Props = { 'base-url': 7 };
// @ts-expect-error there is no such word
export const word: Props = { loading: 'later' };
// @ts-expect-error Vue would write the word "false" into the attribute, and it would be there
export const flag: Props = { 'allow-http': false };
// @ts-expect-error there is no such event
export const event = (player: Player) => player.$emit('linkhaul-play');
