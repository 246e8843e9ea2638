/**
 * Where chance begins in properties and models. `npm test` tries the same cases each time, so that a change does not fail for
 * what was wrong before it. To look for more:
 *
 *   LINKHAUL_SEED=random node scripts/test.ts unit
 *
 * What fails then says its seed, which LINKHAUL_SEED takes too.
 */
import { env } from 'node:process';
import { configureGlobal } from 'fast-check';

const seed = env['LINKHAUL_SEED'] ?? '20261121';
if (seed !== 'random') configureGlobal({ seed: Number(seed) });

/** Whether everything is tried (`npm run test:all`). */
export const isAll = env['LINKHAUL_ALL'] === '1';

/** Cases of a property that takes long: all of them, or the first quarter. */
export const countRuns = (all: number): number => (isAll ? all : Math.ceil(all / 4));
