/** What the hooks of `page/` return in a scene. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Accounts } from '../../lib/accounts/account.ts';
import type { ExpiryRecord } from '../../lib/accounts/expiry-record.ts';
import type { TakedownRecord } from '../../lib/accounts/takedown-record.ts';
import type { ActivityEntry } from '../../lib/activity/activity.ts';
import type { LinkCheck } from '../../lib/bulk/link-check/checked-link.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { Rule } from '../../lib/links/rules.ts';
import type { Problem } from '../../lib/protocol.ts';
import { defaults, type Settings } from '../../lib/settings/settings.ts';
import type { WatchedFiles } from '../../lib/uploads/tracking/encodings.ts';
import type { AccountUploads } from '../../lib/uploads/upload-items.ts';
import { someActivity } from './samples/batch.ts';
import * as files from './samples/files.ts';
import * as sample from './samples/sample.ts';

export interface PageState {
  readonly accounts: Accounts | null;
  /** Null: not read yet. */
  readonly shortlist: FolderShortlist | null;
  /** By id. Missing ones use the default. */
  readonly otherShortlists: Readonly<Record<string, FolderShortlist>>;
  readonly uploads: AccountUploads | null;
  /** By code. Their host is still encoding them. */
  readonly encodings: WatchedFiles;
  readonly activity: readonly ActivityEntry[] | null;
  readonly settings: Settings | null;
  readonly rules: readonly Rule[] | null;
  readonly snapshot: Snapshot | null;
  readonly preview: Snapshot | null;
  readonly catalogProblem: Problem | null;
  readonly storageProblems: readonly Problem[];
  readonly takedowns: TakedownRecord;
  /** Other accounts. */
  readonly attention: ReadonlyMap<string, number>;
  readonly expiring: ReadonlyMap<string, ExpiryRecord>;
  readonly linkCheck: LinkCheck | null;
  readonly jobs: readonly BulkJob[];
  readonly failures: readonly BulkFailure[];
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  readonly handleIds: ReadonlySet<string>;
  readonly mayNotify: boolean | null;
  /** To the browser's prompt. */
  readonly grantsNotifications: boolean;
}

const usual: PageState = {
  accounts: sample.oneAccount,
  shortlist: sample.shortlist,
  otherShortlists: {},
  uploads: sample.account([]),
  encodings: {},
  activity: someActivity,
  settings: defaults,
  rules: [],
  snapshot: files.usual,
  preview: null,
  catalogProblem: null,
  storageProblems: [],
  takedowns: { checkedAtMs: 1, firstSeenAtMs: { code1: null, code3: 0 } },
  attention: new Map(),
  expiring: new Map(),
  linkCheck: null,
  jobs: [],
  failures: [],
  isPrivate: false,
  isOnline: true,
  handleIds: new Set(),
  mayNotify: false,
  grantsNotifications: false,
};

let state = usual;
const listeners = new Set<() => void>();

export const getPage = (): PageState => state;

/** As the background or the browser would cause it. */
export function changePage(change: Partial<PageState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const resetPage = (change: Partial<PageState> = {}) => changePage({ ...usual, ...change });

export function usePage<Name extends keyof PageState>(name: Name): PageState[Name] {
  const [, draw] = useState({});
  useLayoutEffect(() => {
    const listener = () => draw({});
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return state[name];
}
