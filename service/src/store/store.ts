/** What the service stores: a database and a folder of files. A change is stored when its call returns. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomCode } from '../random-code.ts';
import type { Settings } from '../service-settings.ts';
import { Accounts } from './accounts.ts';
import { Files, type StoredFile, Takedowns } from './files.ts';
import { Folders } from './folders.ts';
import { Database } from './sqlite.ts';
import { Transfers, UploadAddresses } from './transfers.ts';

export class Store {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly folders: Folders;
  readonly files: Files;
  readonly transfers: Transfers;
  readonly takedowns: Takedowns;
  readonly uploadAddresses: UploadAddresses;
  readonly #blobDir: string;
  readonly #partDir: string;

  /** Removes what a crash left behind. */
  constructor(dataDir: string) {
    this.#blobDir = join(dataDir, 'files');
    this.#partDir = join(dataDir, 'parts');
    mkdirSync(this.#blobDir, { recursive: true });
    this.database = new Database(join(dataDir, 'service.sqlite'));
    this.accounts = new Accounts(this.database);
    this.folders = new Folders(this.database);
    this.files = new Files(this.database);
    this.transfers = new Transfers(this.database);
    this.takedowns = new Takedowns(this.database);
    this.uploadAddresses = new UploadAddresses(this.database);
    this.#removeOrphans();
  }

  partPath(): string {
    return join(this.#partDir, randomCode(20));
  }

  blobPath(name: string): string {
    return join(this.#blobDir, name);
  }

  /** Makes received bytes permanent. Returns the name for their blob. */
  keepPart(partPath: string): string {
    const name = randomCode(20);
    renameSync(partPath, this.blobPath(name));
    return name;
  }

  /** Deletes its bytes unless a clone shares them. The list of deleted files shows `deletedBy`. */
  deleteFile(file: StoredFile, deletedBy: string, now: number): void {
    const orphan = this.files.remove(file, deletedBy, now);
    if (orphan !== undefined) this.removeBlob(orphan);
  }

  /** Infinity without a limit. */
  storageLeft(accountId: number, { quotaBytes }: Pick<Settings, 'quotaBytes'>): number {
    return quotaBytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, quotaBytes - this.files.used(accountId));
  }

  removeBlob(name: string): void {
    rmSync(this.blobPath(name), { force: true });
  }

  close(): void {
    this.database.close();
  }

  /** Unfinished bytes, and finished ones that were never recorded because the process ended. */
  #removeOrphans(): void {
    rmSync(this.#partDir, { recursive: true, force: true });
    mkdirSync(this.#partDir, { recursive: true });
    const known = new Set(this.files.blobNames());
    for (const name of readdirSync(this.#blobDir)) if (!known.has(name)) this.removeBlob(name);
  }
}
