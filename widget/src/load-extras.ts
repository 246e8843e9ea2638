export type Extras = typeof import('./extras.ts');

/** Loads the extras once for a page. In the scripts, they are the file `linkhaul-player-extras.js` in the same folder. */
export const loadExtras = (): Promise<Extras> => import('./extras.ts');
