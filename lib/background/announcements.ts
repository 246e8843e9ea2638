/**
 * What parts of the background tell others that are created after them. So no part closes over a later one: `create-background.ts`
 * connects each announcement once, when all parts are there.
 */
import type { AccountBackoff } from '../accounts/account-backoff.ts';
import type { FileInfo } from '../api/index.ts';

export type JobName = 'send' | 'poll' | 'deliver' | 'catalog' | 'details' | 'bulk' | 'checks' | 'takedowns';

export interface Announcements {
  pageOpened(): void;
  pageClosed(): void;
  /** The account's host seems to speak another dialect. */
  dialectDoubted(accountId: string): void;
  /** Everything of the account waits for the user. */
  accountBlocked(backoff: AccountBackoff): Promise<void>;
  foldersChanged(): void;
  /** `hasEvents`: events are to be delivered. */
  uploadsChanged(hasEvents: boolean): void;
  /** The service has told of files of the account. */
  infosSeen(accountId: string, infos: readonly FileInfo[]): void;
  catalogChanged(): void;
  /** These jobs are run now. */
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
