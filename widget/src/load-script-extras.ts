/** Replaces `load-extras.ts` in script builds, where the extras are a file next to the script. */
import type { Extras } from './load-extras.ts';

const file = './linkhaul-player-extras.js';

/** Null in a module. An `<img name="currentScript">` of the page would take its place. */
const script = globalThis.document?.currentScript;

/** Once per page. */
export const loadExtras = (): Promise<Extras> =>
  script instanceof HTMLScriptElement
    ? // A script of another origin without `crossorigin` can't read its own address. There is no file next to a `blob:`, so null rejects.
      import(/* @vite-ignore */ URL.parse(file, script.src || document.baseURI) as unknown as string)
    : import(/* @vite-ignore */ file);
