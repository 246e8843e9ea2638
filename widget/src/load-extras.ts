export type Extras = typeof import('./extras.ts');

/** Loads the extras once for a page. The scripts have `load-script-extras.ts` in its place. */
export const loadExtras = (): Promise<Extras> => import('./extras.ts');
