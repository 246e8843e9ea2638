/** `import 'linkhaul-player/solid'`: the element, and its types in Solid's JSX. */
import type { JSX as Solid } from 'solid-js';
import type { LinkhaulPlayer } from '../element.ts';
import type { PlayerAttributes, PlayerListeners } from './attributes.ts';

export * from '../element.ts';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'linkhaul-player': Solid.HTMLAttributes<LinkhaulPlayer> & PlayerAttributes & PlayerListeners<'on:'>;
    }
  }
}
