/** `import 'linkhaul-player/react'`: the element, and its types in React's JSX (19 and newer). */
import type * as React from 'react';
import type { LinkhaulPlayer } from '../element.ts';
import type { PlayerAttributes, PlayerListeners } from './attributes.ts';

export * from '../element.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'linkhaul-player': React.DetailedHTMLProps<React.HTMLAttributes<LinkhaulPlayer>, LinkhaulPlayer> &
        PlayerAttributes &
        PlayerListeners<'on'>;
    }
  }
}
