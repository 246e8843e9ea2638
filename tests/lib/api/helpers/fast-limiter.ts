import { createLimiter, type Limiter } from '../../../../lib/api/index.ts';

/** A practically unlimited limiter, for servers without a limit. */
export const fastLimiter = (): Limiter => createLimiter({ perSecond: 1_000_000 });
