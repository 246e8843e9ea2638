import { createLimiter, type Limiter } from '../../../../lib/api/index.ts';

/** A limiter that hardly limits, for tests against servers that have no limit. */
export const fastLimiter = (): Limiter => createLimiter({ perSecond: 1_000_000 });
