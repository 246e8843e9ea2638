/** Files reported for takedown. The API only lists them; tests and the operator add them. */
import type { Database } from './database.ts';

export type Takedown = {
  fileCode: string;
  folderId: number;
  protectedEmbed: string;
  protectedDownload: string;
  /** Seconds since 1970. */
  reported: number;
  disabled: number;
};

export class Takedowns {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reports and disables a file. */
  add(fileId: number, now: number): void {
    this.#db.run(
      'INSERT INTO takedowns (file_id, reported, disabled) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      fileId,
      now,
      now,
    );
  }

  /** One page of an account's takedowns, newest first. */
  list(accountId: number, limit: number, offset: number): Takedown[] {
    return this.#db.all<Takedown>(
      `SELECT code AS fileCode, folder_id AS folderId, protected_embed AS protectedEmbed,
         protected_download AS protectedDownload, reported, disabled
       FROM takedowns JOIN files ON files.id = file_id WHERE account_id = ?
       ORDER BY reported DESC, file_id DESC LIMIT ? OFFSET ?`,
      accountId,
      limit,
      offset,
    );
  }
}
