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

/** For a property whose cases take long: all of them in `npm run test:all`, else the first quarter. */
export const countRuns = (all: number): number => (env['LINKHAUL_ALL'] ? all : Math.ceil(all / 4));
