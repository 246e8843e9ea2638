/** Folders. "0" is the root, which every account has, without a row. */
import { randomCode } from '../random-code.ts';
import { Table } from './sqlite.ts';

export type Folder = { id: number; parentId: number; name: string; code: string };

export const ROOT = 0;

const COLUMNS = 'id, parent_id AS parentId, name, code';

export class Folders extends Table {
  /** Creates a folder and returns its id. The parent must exist. */
  create(accountId: number, name: string, parentId: number, now: number): number {
    const row = { account_id: accountId, parent_id: parentId, name, code: randomCode(10), created: now };
    return this.db.insert('folders', row);
  }

  /** True when the account has the folder; the root is always there. */
  has(accountId: number, id: number): boolean {
    if (id === ROOT) return true;
    return this.db.number('SELECT COUNT(*) FROM folders WHERE id = ? AND account_id = ?', id, accountId) > 0;
  }

  rename(accountId: number, id: number, name: string): boolean {
    return (
      this.db.run('UPDATE folders SET name = ? WHERE id = ? AND account_id = ?', name, id, accountId) > 0
    );
  }

  children(accountId: number, parentId: number): Folder[] {
    const sql = `SELECT ${COLUMNS} FROM folders WHERE account_id = ? AND parent_id = ? ORDER BY id`;
    return this.db.all<Folder>(sql, accountId, parentId);
  }

  /** Removes a folder with its folders; files in them go to the root. The API has no such call, the service's site has. */
  remove(id: number): boolean {
    return this.db.transaction(() => {
      const sql = `WITH RECURSIVE branch(id) AS (
         SELECT id FROM folders WHERE id = ? UNION ALL
         SELECT folders.id FROM folders JOIN branch ON folders.parent_id = branch.id
       ) SELECT id FROM branch`;
      const branch = this.db.all<{ id: number }>(sql, id);
      for (const folder of branch) {
        this.db.run('UPDATE files SET folder_id = 0 WHERE folder_id = ?', folder.id);
        this.db.run('UPDATE transfers SET folder_id = 0 WHERE folder_id = ?', folder.id);
        this.db.run('DELETE FROM folders WHERE id = ?', folder.id);
      }
      return branch.length > 0;
    });
  }
}
