/**
 * Types of the attributes and events of `<linkhaul-player>` in templates. They use attribute names, not property names, because servers
 * render them unchanged and browsers would read `fileCode` as `filecode`.
 */
import type { PlayerEvents } from '../element.ts';

/** @template Flag The framework's type of boolean attributes. */
export interface PlayerAttributes<Flag = boolean> {
  'base-url'?: string | undefined;
  'file-code'?: string | undefined;
  poster?: string | undefined;
  srcset?: string | undefined;
  sizes?: string | undefined;
  'subtitle-file'?: string | undefined;
  'subtitle-label'?: string | undefined;
  'subtitles-json'?: string | undefined;
  'play-label'?: string | undefined;
  'open-label'?: string | undefined;
  start?: number | string | undefined;
  group?: string | undefined;
  connect?: 'hover' | 'click' | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  allow?: string | undefined;
  sandbox?: string | undefined;
  referrerpolicy?: string | undefined;
  credentialless?: Flag | undefined;
  'allow-http'?: Flag | undefined;
}

/** `file-code` → `fileCode`, for components and Vue templates. */
export type Camelize<Attributes> = {
  [Name in keyof Attributes as Name extends string ? CamelCase<Name> : never]: Attributes[Name];
};

type CamelCase<Name extends string> = Name extends 'referrerpolicy'
  ? 'referrerPolicy'
  : Name extends `${infer First}-${infer Rest}`
    ? `${First}${Capitalize<CamelCase<Rest>>}`
    : Name;

/** For Vue and Svelte: they render `false` as a value, and a boolean attribute with any value is set. */
export type Present = true | '';

/** @template Prefix The framework's prefix of event names. */
export type PlayerListeners<Prefix extends string> = {
  [Name in keyof PlayerEvents as `${Prefix}${Name}`]?: ((event: PlayerEvents[Name]) => void) | undefined;
};
