import 'linkhaul-player/vue';
import type { GlobalComponents } from 'vue';

/** The type that Vue's tools look up for a tag in a template. */
type Player = InstanceType<GlobalComponents['linkhaul-player']>;
type Props = Player['$props'];

export const valid: Props = {
  'base-url': 'https://host.example',
  'file-code': 'abc',
  loading: 'eager',
  'allow-http': true,
  class: 'wide',
};
/** Templates may use either notation. */
export const camel: Props = { baseUrl: 'https://host.example', fileCode: 'abc', allowHttp: false };
export const activate = (player: Player) => player.activate();
export const emit = (player: Player, event: CustomEvent<null>) => player.$emit('linkhaul-load', event);

// @ts-expect-error an address is a string
export const number: Props = { 'base-url': 7 };
// @ts-expect-error not a value of this attribute
export const word: Props = { loading: 'later' };
// @ts-expect-error Vue would render the attribute with the value "false", so that it would be set
export const flag: Props = { 'allow-http': false };
// @ts-expect-error nor is a property
export const property: Props = { fileCode: 7 };
// @ts-expect-error there is no such event
export const event = (player: Player) => player.$emit('linkhaul-play');
