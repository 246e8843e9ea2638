/** `import 'linkhaul-player/vue'`: the element, and its types in Vue templates. */
import type * as Vue from 'vue';
import type { LinkhaulPlayer, PlayerEvents } from '../element.ts';
import type { Camelize, PlayerAttributes, Present } from './attributes.ts';

export * from '../element.ts';

declare module 'vue' {
  interface GlobalComponents {
    'linkhaul-player': new () => LinkhaulPlayer & {
      $props: Vue.HTMLAttributes & Vue.PublicProps & PlayerAttributes<Present> & Camelize<PlayerAttributes>;
      $emit: <Name extends keyof PlayerEvents>(name: Name, event: PlayerEvents[Name]) => void;
    };
  }
}
