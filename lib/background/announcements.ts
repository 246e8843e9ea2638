/**
 * Announcements from parts of the background to parts that are created later. `create-background.ts` connects them once all parts exist, so
 * no part refers to a later one.
 */
import type { AccountBackoff } from '../accounts/account-backoff.ts';
import type { FileInfo } from '../api/index.ts';

export type JobName = 'send' | 'poll' | 'deliver' | 'catalog' | 'details' | 'bulk' | 'checks' | 'takedowns';

export interface Announcements {
  pageOpened(): void;
  pageClosed(): void;
  /** The host seems to speak another dialect. */
  dialectMismatched(accountId: string): void;
  accountBlocked(backoff: AccountBackoff): Promise<void>;
  foldersChanged(): void;
  /** `hasEvents`: events can be delivered. */
  uploadsChanged(hasEvents: boolean): void;
  detailsRead(accountId: string, infos: readonly FileInfo[]): void;
  catalogChanged(): void;
  /** Runs these jobs now. */
  workDue(...jobs: JobName[]): void;
}

export type Announce = <Name extends keyof Announcements>(
  name: Name,
  ...about: Parameters<Announcements[Name]>
) => ReturnType<Announcements[Name]>;

export function createAnnouncements() {
  let listeners: Announcements | null = null;
  const announce: Announce = (name, ...about) => {
    if (listeners === null) throw new Error(`Nothing listens to ${name} yet.`);
    const listen = listeners[name] as (...args: typeof about) => ReturnType<Announcements[typeof name]>;
    return listen(...about);
  };
  return {
    announce,
    connect(given: Announcements): void {
      listeners = given;
    },
  };
}
