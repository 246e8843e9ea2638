export type Extras = typeof import('./extras.ts');

/** Once per page. Script builds replace this file with `load-script-extras.ts`. */
export const loadExtras = (): Promise<Extras> => import('./extras.ts');
