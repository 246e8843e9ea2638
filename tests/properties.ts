/**
 * Random seed of properties and models. `npm test` always runs the same cases, so that a change only fails for its own faults. To try
 * others:
 *
 *   LINKHAUL_SEED=random node scripts/test.ts unit
 *
 * A failure prints its seed, which LINKHAUL_SEED also accepts.
 */
import { env } from 'node:process';
import { configureGlobal } from 'fast-check';

const seed = env['LINKHAUL_SEED'] ?? '20261121';
// Otherwise no array has more than about ten entries, whatever its `maxLength`.
configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, ...(seed !== 'random' && { seed: Number(seed) }) });

/** `npm run test:all`. */
export const isAll = env['LINKHAUL_ALL'] === '1';

/** Of a slow property: all, or in the first ring a part. */
export const countRuns = (all: number, divisor = 4): number => (isAll ? all : Math.ceil(all / divisor));
