import type { EpochSeconds } from '../date-time.ts';
import { randomCode } from '../random-code.ts';
import { Table } from './sqlite.ts';

export interface Transfer {
  id: number;
  fileCode: string;
  accountId: number;
  folderId: number;
  url: string;
  newTitle: string;
  state: 'pending' | 'working' | 'error' | 'finished';
  reason: string;
  /** Bytes; 0 if unknown. */
  bytesTotal: number;
  bytesDownloaded: number;
  created: EpochSeconds;
}

const columns = `id, file_code AS fileCode, account_id AS accountId, folder_id AS folderId, url, new_title AS newTitle,
  state, reason, bytes_total AS bytesTotal, bytes_downloaded AS bytesDownloaded, created`;

const isActive = `state IN ('pending', 'working')`;

/** Pending, running and failed. A finished transfer is removed, unless `finishedStatus` keeps it. */
export class Transfers extends Table {
  /** Returns the code of the future file. */
  add(transfer: Pick<Transfer, 'accountId' | 'folderId' | 'url' | 'newTitle' | 'created'>): string {
    const code = randomCode();
    this.db.insert('transfers', {
      file_code: code,
      account_id: transfer.accountId,
      folder_id: transfer.folderId,
      url: transfer.url,
      new_title: transfer.newTitle,
      state: 'pending',
      created: transfer.created,
    });
    return code;
  }

  list(accountId: number): Transfer[] {
    const sql = `SELECT ${columns} FROM transfers WHERE account_id = ? ORDER BY id DESC`;
    return this.db.all<Transfer>(sql, accountId);
  }

  byCode(fileCode: string): Transfer | undefined {
    return this.db.get<Transfer>(`SELECT ${columns} FROM transfers WHERE file_code = ?`, fileCode);
  }

  isQueued(accountId: number, url: string): boolean {
    const sql = `SELECT COUNT(*) FROM transfers WHERE account_id = ? AND ${isActive} AND url = ?`;
    return this.db.number(sql, accountId, url) > 0;
  }

  countActive(accountId: number): number {
    return this.db.number(`SELECT COUNT(*) FROM transfers WHERE account_id = ? AND ${isActive}`, accountId);
  }

  accountsWithPending(): number[] {
    const sql = `SELECT DISTINCT account_id AS id FROM transfers WHERE state = 'pending' ORDER BY id`;
    return this.db.all<{ id: number }>(sql).map(({ id }) => id);
  }

  nextPending(accountId: number, limit: number): Transfer[] {
    const sql = `SELECT ${columns} FROM transfers WHERE account_id = ? AND state = 'pending' ORDER BY id LIMIT ?`;
    return this.db.all<Transfer>(sql, accountId, limit);
  }

  begin(fileCode: string): void {
    const sql = `UPDATE transfers SET state = 'working', bytes_downloaded = 0, bytes_total = 0 WHERE file_code = ?`;
    this.db.run(sql, fileCode);
  }

  fail(fileCode: string, reason: string): void {
    this.db.run(`UPDATE transfers SET state = 'error', reason = ? WHERE file_code = ?`, reason, fileCode);
  }

  /** Keeps a finished transfer in the list, although its file exists. */
  finish(fileCode: string, bytes: number): void {
    this.progress(fileCode, bytes, bytes);
    this.db.run(`UPDATE transfers SET state = 'finished' WHERE file_code = ?`, fileCode);
  }

  progress(fileCode: string, downloaded: number, total: number): void {
    const sql = 'UPDATE transfers SET bytes_downloaded = ?, bytes_total = ? WHERE file_code = ?';
    this.db.run(sql, downloaded, total, fileCode);
  }

  /** Call at the start: running transfers become pending, with nothing downloaded. */
  resume(): void {
    this.db.run(
      `UPDATE transfers SET state = 'pending', bytes_downloaded = 0, bytes_total = 0 WHERE state = 'working'`,
    );
  }

  restartErrors(accountId: number): void {
    const sql = `UPDATE transfers SET state = 'pending', reason = '', bytes_downloaded = 0, bytes_total = 0
     WHERE account_id = ? AND state = 'error'`;
    this.db.run(sql, accountId);
  }

  clearErrors(accountId: number): void {
    this.db.run(`DELETE FROM transfers WHERE account_id = ? AND state = 'error'`, accountId);
  }

  remove(fileCode: string): void {
    this.db.run('DELETE FROM transfers WHERE file_code = ?', fileCode);
  }
}

/** The one-time addresses that /api/upload/server returns. */
export class UploadAddresses extends Table {
  create(accountId: number, now: number): string {
    const token = randomCode(24);
    this.db.insert('upload_addresses', { token, account_id: accountId, created: now });
    return token;
  }

  /**
   * Returns the account of an address and invalidates it. `undefined` if it is unknown, used, or older than `oldest`.
   */
  take(token: string, oldest: number): number | undefined {
    return this.db.transaction(() => {
      this.db.run('DELETE FROM upload_addresses WHERE created < ?', oldest);
      const sql = 'DELETE FROM upload_addresses WHERE token = ? RETURNING account_id AS accountId';
      return this.db.get<{ accountId: number }>(sql, token)?.accountId;
    });
  }
}
