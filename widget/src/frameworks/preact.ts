/** `import 'linkhaul-player/preact'`: the element, and its types in Preact's JSX. */
import type * as Preact from 'preact';
import type { LinkhaulPlayer } from '../element.ts';
import type { PlayerAttributes, PlayerListeners } from './attributes.ts';

export * from '../element.ts';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'linkhaul-player': Preact.HTMLAttributes<LinkhaulPlayer> & PlayerAttributes & PlayerListeners<'on'>;
    }
  }
}
