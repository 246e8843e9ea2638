export type Extras = typeof import('./extras.ts');

/** Loads the extras once per page. Script builds replace this file with `load-script-extras.ts`. */
export const loadExtras = (): Promise<Extras> => import('./extras.ts');
