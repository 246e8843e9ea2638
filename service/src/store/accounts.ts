import { addDays, type EpochSeconds } from '../date-time.ts';
import { randomCode } from '../random-code.ts';
import { Table } from './sqlite.ts';

export interface Account {
  id: number;
  email: string;
  apiKey: string;
  created: EpochSeconds;
  premiumExpires: EpochSeconds;
}

export interface Day {
  day: string;
  views: number;
  downloads: number;
}

const columns = 'id, email, api_key AS apiKey, created, premium_expires AS premiumExpires';
const yearSeconds = 365 * 86_400;

export class Accounts extends Table {
  /** Returns an existing account. @throws Error if its key differs, or the key belongs to another account. */
  ensure(email: string, now: number, key?: string): Account {
    const known = this.db.get<Account>(`SELECT ${columns} FROM accounts WHERE email = ?`, email);
    if (known) {
      if (key !== undefined && key !== known.apiKey)
        throw new Error(`The account ${email} already exists and has another key.`);
      return known;
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`"${email}" is not an email address.`);
    const apiKey = key ?? randomCode(24);
    if (!/^[\w-]{4,128}$/.test(apiKey)) {
      throw new Error('A key must have 4 to 128 letters, digits, "-" or "_".');
    }
    if (this.byKey(apiKey)) throw new Error('This key belongs to another account.');
    const premiumExpires = now + yearSeconds;
    const row = { email, api_key: apiKey, created: now, premium_expires: premiumExpires };
    return { id: this.db.insert('accounts', row), email, apiKey, created: now, premiumExpires };
  }

  byKey(key: string): Account | undefined {
    return this.db.get<Account>(`SELECT ${columns} FROM accounts WHERE api_key = ?`, key);
  }

  byId(id: number): Account | undefined {
    return this.db.get<Account>(`SELECT ${columns} FROM accounts WHERE id = ?`, id);
  }

  all(): Account[] {
    return this.db.all<Account>(`SELECT ${columns} FROM accounts ORDER BY id`);
  }

  count(accountId: number, day: string, views: number, downloads: number): void {
    const sql = `INSERT INTO daily (account_id, day, views, downloads) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET views = views + excluded.views, downloads = downloads + excluded.downloads`;
    this.db.run(sql, accountId, day, views, downloads);
  }

  /** `from` to `to` (`YYYY-MM-DD`, inclusive), oldest first. Days without data are zeros. */
  days(accountId: number, from: string, to: string): Day[] {
    const sql = 'SELECT day, views, downloads FROM daily WHERE account_id = ? AND day BETWEEN ? AND ?';
    const rows = this.db.all<Day>(sql, accountId, from, to);
    const known = new Map(rows.map((row) => [row.day, row]));
    const days: Day[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      days.push(known.get(day) ?? { day, views: 0, downloads: 0 });
    }
    return days;
  }

  totals(accountId: number): { views: number; downloads: number } {
    const sql = `SELECT COALESCE(SUM(views), 0) AS views, COALESCE(SUM(downloads), 0) AS downloads
     FROM daily WHERE account_id = ?`;
    const sums = this.db.get<{ views: number; downloads: number }>(sql, accountId);
    return sums ?? { views: 0, downloads: 0 };
  }
}
