/** The parts that answer together; every endpoint and page is a function of this. */
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
  /** Read at each use: they can change while the service runs. */
  readonly settings: Settings;
  readonly limiter: RateLimiter;
  readonly faults: FaultPlan;
  readonly audit: AuditLog;
  readonly fetcher: Fetcher;
  readonly admin: boolean;
  /** Whether a reverse proxy passes requests on, so that no caller is known to be on this machine. */
  readonly behindProxy: boolean;
  readonly site: string | undefined;
  /** Logs one line, which never contains a key. */
  readonly log: (line: string) => void;
}
