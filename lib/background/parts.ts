import type { Account, Accounts } from '../accounts/account.ts';
import type { AccountStatus } from '../accounts/account-status.ts';
import type { Vault } from '../accounts/vault.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { LinkChecks } from '../bulk/link-check/link-checks.ts';
import type { CatalogWriter } from '../catalog/storage/writer.ts';
import type { Sync } from '../catalog/sync/sync.ts';
import type { Rule } from '../links/rules.ts';
import type { MessageName, MessageRequest, MessageResponse } from '../protocol.ts';
import type { Settings } from '../settings/settings.ts';
import type { StoredValue } from '../storage/stored.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Clients } from './clients.ts';
import type { DebugLog } from './debug-log.ts';
import type { OpenPages } from './open-pages.ts';
import type { PagePayloads } from './page-payloads.ts';
import type { PickerRequests } from './picker-requests.ts';
import type { Ports } from './ports.ts';
import type { Scheduler } from './scheduler.ts';
import type { Shortlists } from './shortlists.ts';
import type { StartDelays } from './start-delays.ts';
import type { ToastPages } from './toast-pages.ts';

export type JobName = 'send' | 'poll' | 'deliver' | 'catalog' | 'details' | 'bulk' | 'checks' | 'takedowns';

export interface Parts {
  readonly ports: Ports;
  readonly debugLog: DebugLog;
  readonly openPages: OpenPages;

  readonly accounts: StoredValue<Accounts>;
  /** Accounts whose removal may be incomplete. */
  readonly tombstones: StoredValue<readonly string[]>;
  readonly vault: Vault;
  readonly clients: Clients;
  readonly accountStatus: AccountStatus;
  /** Rejects with `NoAccountError` if the account no longer exists. */
  getAccount(accountId: string): Promise<Account>;
  /** Rejects with `NoAccountError` if there is none. */
  getCurrentAccountId(): Promise<string>;
  /** One after the other, because each reads the accounts before it acts. */
  changeAccounts<T>(change: () => Promise<T>): Promise<T>;
  /** Accounts were added, removed or selected. Informs the pages, and draws menu and badge. */
  onAccountsChanged(): void;
  /** A failed request may be the first sign of an outage. Polls, so that pages show it. */
  checkConnection(accountId: string, error: unknown): void;

  readonly settings: StoredValue<Settings>;
  readonly rules: StoredValue<readonly Rule[]>;
  readonly shortlists: Shortlists;
  readonly payloads: PagePayloads;
  readonly toastPages: ToastPages;
  readonly pickerRequests: PickerRequests;
  /** Draws the context menu if something has changed. Not awaited. Reports errors itself. */
  redrawMenu(): void;

  readonly uploads: Uploads;
  readonly activity: ActivityStore;
  /** Stores Linkhaul's own changes at the service too. */
  readonly catalog: Sync;
  readonly catalogStore: CatalogWriter;
  readonly bulk: Bulk;
  readonly linkChecks: LinkChecks;
  readonly scheduler: Scheduler<JobName>;
  readonly startDelays: StartDelays;
}

export type Needs<Name extends keyof Parts> = Pick<Parts, Name>;

export type Handler<N extends MessageName, Own = Parts> = (
  context: Own,
  request: MessageRequest<N>,
) => Promise<MessageResponse<N> extends null ? void : MessageResponse<N>>;
