/** What is on its way: remote uploads, and the addresses for local ones. */
import { randomCode } from '../random-code.ts';
import { Table } from './sqlite.ts';

export type Transfer = {
  id: number;
  fileCode: string;
  accountId: number;
  folderId: number;
  url: string;
  /** The requested title; empty when there was none. */
  newTitle: string;
  state: 'pending' | 'working' | 'error' | 'finished';
  /** Why it failed; empty unless `state` is "error". */
  reason: string;
  /** Bytes; 0 when the source does not say. */
  bytesTotal: number;
  bytesDownloaded: number;
  /** Seconds since 1970. */
  created: number;
};

const COLUMNS = `id, file_code AS fileCode, account_id AS accountId, folder_id AS folderId, url, new_title AS newTitle,
  state, reason, bytes_total AS bytesTotal, bytes_downloaded AS bytesDownloaded, created`;

/** Remote uploads that wait, are under way, or failed. A finished one is a file, and here only by `finishedStatus`. */
export class Transfers extends Table {
  /** Adds a waiting transfer and returns the code that its file will have. */
  add(transfer: Pick<Transfer, 'accountId' | 'folderId' | 'url' | 'newTitle' | 'created'>): string {
    const code = randomCode();
    this.db.run(
      `INSERT INTO transfers (file_code, account_id, folder_id, url, new_title, state, created)
       VALUES (?, ?, ?, ?, ?, 'pending', ?)`,
      code,
      transfer.accountId,
      transfer.folderId,
      transfer.url,
      transfer.newTitle,
      transfer.created,
    );
    return code;
  }

  /** An account's transfers, newest first. */
  list(accountId: number): Transfer[] {
    return this.db.all<Transfer>(
      `SELECT ${COLUMNS} FROM transfers WHERE account_id = ? ORDER BY id DESC`,
      accountId,
    );
  }

  byCode(fileCode: string): Transfer | undefined {
    return this.db.get<Transfer>(`SELECT ${COLUMNS} FROM transfers WHERE file_code = ?`, fileCode);
  }

  /** True when the account has that very address waiting or under way. */
  isQueued(accountId: number, url: string): boolean {
    return (
      this.db.get(
        `SELECT 1 FROM transfers WHERE account_id = ? AND state IN ('pending', 'working') AND url = ?`,
        accountId,
        url,
      ) !== undefined
    );
  }

  /** How many of an account's transfers wait or are under way. */
  countActive(accountId: number): number {
    return (
      this.db.get<{ n: number }>(
        `SELECT COUNT(*) AS n FROM transfers WHERE account_id = ? AND state IN ('pending', 'working')`,
        accountId,
      )?.n ?? 0
    );
  }

  accountsWithPending(): number[] {
    return this.db
      .all<{ id: number }>(
        `SELECT DISTINCT account_id AS id FROM transfers WHERE state = 'pending' ORDER BY id`,
      )
      .map((row) => row.id);
  }

  /** The oldest waiting transfers of an account. */
  nextPending(accountId: number, limit: number): Transfer[] {
    return this.db.all<Transfer>(
      `SELECT ${COLUMNS} FROM transfers WHERE account_id = ? AND state = 'pending' ORDER BY id LIMIT ?`,
      accountId,
      limit,
    );
  }

  /** Marks as under way and starts counting bytes anew. */
  begin(fileCode: string): void {
    this.db.run(
      `UPDATE transfers SET state = 'working', bytes_downloaded = 0, bytes_total = 0 WHERE file_code = ?`,
      fileCode,
    );
  }

  /** Marks as failed, leaving the bytes that had arrived to be seen. */
  fail(fileCode: string, reason: string): void {
    this.db.run(`UPDATE transfers SET state = 'error', reason = ? WHERE file_code = ?`, reason, fileCode);
  }

  /** Leaves it in the list although its file exists. */
  finish(fileCode: string, bytes: number): void {
    this.db.run(
      `UPDATE transfers SET state = 'finished', bytes_downloaded = ?, bytes_total = ? WHERE file_code = ?`,
      bytes,
      bytes,
      fileCode,
    );
  }

  progress(fileCode: string, downloaded: number, total: number): void {
    this.db.run(
      'UPDATE transfers SET bytes_downloaded = ?, bytes_total = ? WHERE file_code = ?',
      downloaded,
      total,
      fileCode,
    );
  }

  /** After a start of the process: what was under way waits again, with nothing downloaded. */
  resume(): void {
    this.db.run(
      `UPDATE transfers SET state = 'pending', bytes_downloaded = 0, bytes_total = 0 WHERE state = 'working'`,
    );
  }

  /** Failed transfers wait again. */
  restartErrors(accountId: number): void {
    this.db.run(
      `UPDATE transfers SET state = 'pending', reason = '', bytes_downloaded = 0, bytes_total = 0
       WHERE account_id = ? AND state = 'error'`,
      accountId,
    );
  }

  /** Forgets failed transfers. */
  clearErrors(accountId: number): void {
    this.db.run(`DELETE FROM transfers WHERE account_id = ? AND state = 'error'`, accountId);
  }

  remove(fileCode: string): void {
    this.db.run('DELETE FROM transfers WHERE file_code = ?', fileCode);
  }
}

/** The one-time addresses that /api/upload/server hands out. */
export class UploadAddresses extends Table {
  create(accountId: number, now: number): string {
    const token = randomCode(24);
    this.db.run(
      'INSERT INTO upload_addresses (token, account_id, created) VALUES (?, ?, ?)',
      token,
      accountId,
      now,
    );
    return token;
  }

  /** Uses an address up. Returns its account, or `undefined` when it is unknown, used, or from before `oldest`. */
  take(token: string, oldest: number): number | undefined {
    return this.db.transaction(() => {
      this.db.run('DELETE FROM upload_addresses WHERE created < ?', oldest);
      const row = this.db.get<{ accountId: number }>(
        'SELECT account_id AS accountId FROM upload_addresses WHERE token = ?',
        token,
      );
      this.db.run('DELETE FROM upload_addresses WHERE token = ?', token);
      return row?.accountId;
    });
  }
}
