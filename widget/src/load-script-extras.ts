/** Replaces `load-extras.ts` in script builds, where the extras are a separate file next to the script. */
import type { Extras } from './load-extras.ts';

const file = './linkhaul-player-extras.js';

/** Null in a module. */
const script = globalThis.document?.currentScript as HTMLScriptElement | null | undefined;

/** Loads the extras once per page. */
export const loadExtras = (): Promise<Extras> =>
  script
    ? // A relative import fails in a cross-origin script without `crossorigin`: it doesn't know its own address.
      import(/* @vite-ignore */ new URL(file, script.src || document.baseURI).href)
    : import(/* @vite-ignore */ file);
