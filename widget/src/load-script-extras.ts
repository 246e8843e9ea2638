/** Takes the place of `load-extras.ts` in the scripts, which have the extras in a file beside them. */
import type { Extras } from './load-extras.ts';

const file = './linkhaul-player-extras.js';

/** None for a module. */
const script = globalThis.document?.currentScript as HTMLScriptElement | null | undefined;

/** Loads the extras once for a page. */
export const loadExtras = (): Promise<Extras> =>
  script
    ? // A script of another origin without `crossorigin` is not told its own address.
      import(/* @vite-ignore */ new URL(file, script.src || document.baseURI).href)
    : import(/* @vite-ignore */ file);
