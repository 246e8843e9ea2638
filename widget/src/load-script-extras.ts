/** Replaces `load-extras.ts` in script builds, where the extras are a separate file next to the script. */
import type { Extras } from './load-extras.ts';

const file = './linkhaul-player-extras.js';

/** Null in a module. An `<img name="currentScript">` of the page takes its place. */
const script = globalThis.document?.currentScript;

/** Loads the extras once per page. */
export const loadExtras = (): Promise<Extras> =>
  script instanceof HTMLScriptElement
    ? // A script of another origin without `crossorigin` is not told its own address. Beside a `blob:` is no file: null rejects.
      import(/* @vite-ignore */ URL.parse(file, script.src || document.baseURI) as unknown as string)
    : import(/* @vite-ignore */ file);
