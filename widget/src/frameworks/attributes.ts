/**
 * What templates may write on a `<linkhaul-player>`. The names are those of HTML and not of the properties, because a server
 * writes them as they are: `fileCode` would reach the browser as `filecode`.
 */
import type { PlayerEvents } from '../element.ts';

/** @template Flag What a framework can be given for an attribute that is there or not. */
export interface PlayerAttributes<Flag = boolean> {
  'base-url'?: string | undefined;
  'file-code'?: string | undefined;
  poster?: string | undefined;
  'subtitle-file'?: string | undefined;
  'subtitle-label'?: string | undefined;
  'subtitles-json'?: string | undefined;
  'play-label'?: string | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  allow?: string | undefined;
  sandbox?: string | undefined;
  credentialless?: Flag | undefined;
  'allow-http'?: Flag | undefined;
}

/** For Vue and Svelte, which write `false` into an attribute as a word, so that it would be there: leave it undefined instead. */
export type Present = true | '';

/** @template Prefix What the framework puts before the name of an event. */
export type PlayerListeners<Prefix extends string> = {
  [Name in keyof PlayerEvents as `${Prefix}${Name}`]?: ((event: PlayerEvents[Name]) => void) | undefined;
};
