import type { AuditLog } from './audit.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Fetcher } from './fetcher.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Settings } from './service-settings.ts';
import type { Store } from './store/store.ts';

export type DialectName = 'document' | 'sibling';

export interface Service {
  readonly dialect: DialectName;
  readonly store: Store;
  /** Can change while the service runs, so read at each use. */
  readonly settings: Settings;
  readonly limiter: RateLimiter;
  readonly faults: FaultPlan;
  readonly audit: AuditLog;
  readonly fetcher: Fetcher;
  readonly admin: boolean;
  /** A reverse proxy forwards requests, so no caller can be trusted to be on this machine. */
  readonly behindProxy: boolean;
  readonly site: string | undefined;
  /** Must never contain a key. */
  readonly log: (line: string) => void;
}
