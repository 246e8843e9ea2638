/** `import 'linkhaul-player/svelte'`: the element, and its types in Svelte templates (5 and newer). */
import type * as Svelte from 'svelte/elements';
import type { LinkhaulPlayer } from '../element.ts';
import type { PlayerAttributes, PlayerListeners, Present } from './attributes.ts';

export * from '../element.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'linkhaul-player': Svelte.HTMLAttributes<LinkhaulPlayer> &
      PlayerAttributes<Present> &
      PlayerListeners<'on'>;
  }
}
