/** `linkhaul-api` for a service without a rate limit. */
import { type ClientOptions, createClient as create, createLimiter } from '../../api/src/node.ts';

export * from '../../api/src/node.ts';

export const createClient = (options: ClientOptions) =>
  create({ limiter: createLimiter({ perSecond: 1_000 }), ...options });
