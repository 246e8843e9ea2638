/** The one-time addresses that /api/upload/server hands out. */
import { randomCode } from '../codes.ts';
import type { Database } from './database.ts';

export class UploadAddresses {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  create(accountId: number, now: number): string {
    const token = randomCode(24);
    this.#db.run(
      'INSERT INTO upload_addresses (token, account_id, created) VALUES (?, ?, ?)',
      token,
      accountId,
      now,
    );
    return token;
  }

  /** Uses an address up. Returns its account, or `undefined` when it is unknown, used, or from before `oldest`. */
  take(token: string, oldest: number): number | undefined {
    return this.#db.transaction(() => {
      this.#db.run('DELETE FROM upload_addresses WHERE created < ?', oldest);
      const row = this.#db.get<{ accountId: number }>(
        'SELECT account_id AS accountId FROM upload_addresses WHERE token = ?',
        token,
      );
      this.#db.run('DELETE FROM upload_addresses WHERE token = ?', token);
      return row?.accountId;
    });
  }
}
