/** "0" is the root, which every account has without storing it. */
import { randomCode } from '../random-code.ts';
import { Table } from './sqlite.ts';

export interface Folder {
  id: number;
  parentId: number;
  name: string;
  description: string;
  code: string;
}

export interface FolderChanges {
  name?: string | undefined;
  parentId?: number | undefined;
  description?: string | undefined;
}

export const rootId = 0;

const columns = 'id, parent_id AS parentId, name, description, code';

export class Folders extends Table {
  /** The parent must exist. */
  create(accountId: number, name: string, parentId: number, now: number, description = ''): number {
    const row = { account_id: accountId, parent_id: parentId, name, description, created: now };
    return this.db.insert('folders', { ...row, code: randomCode(10) });
  }

  /** Always true for the root. */
  has(accountId: number, id: number): boolean {
    if (id === rootId) return true;
    return this.db.number('SELECT COUNT(*) FROM folders WHERE id = ? AND account_id = ?', id, accountId) > 0;
  }

  /** Returns false for the root. The parent must exist and must not be inside the folder (`isInside`). */
  edit(accountId: number, id: number, { name, parentId, description }: FolderChanges): boolean {
    const sql = `UPDATE folders SET name = coalesce(?, name), parent_id = coalesce(?, parent_id),
     description = coalesce(?, description) WHERE id = ? AND account_id = ?`;
    return this.db.run(sql, name ?? null, parentId ?? null, description ?? null, id, accountId) > 0;
  }

  /** Also true for the folder itself. */
  isInside(id: number, ancestorId: number): boolean {
    return this.#branch(ancestorId).includes(id);
  }

  children(accountId: number, parentId: number): Folder[] {
    const sql = `SELECT ${columns} FROM folders WHERE account_id = ? AND parent_id = ? ORDER BY id`;
    return this.db.all<Folder>(sql, accountId, parentId);
  }

  /** Includes subfolders. Their files move to the root. The API has no call for this, but the sites of services do. */
  remove(id: number): boolean {
    return this.db.transaction(() => {
      const branch = this.#branch(id);
      for (const folder of branch) {
        this.db.run('UPDATE files SET folder_id = 0 WHERE folder_id = ?', folder);
        this.db.run('UPDATE transfers SET folder_id = 0 WHERE folder_id = ?', folder);
        this.db.run('DELETE FROM folders WHERE id = ?', folder);
      }
      return branch.length > 0;
    });
  }

  #branch(id: number): number[] {
    const sql = `WITH RECURSIVE branch(id) AS (
       SELECT id FROM folders WHERE id = ? UNION ALL
       SELECT folders.id FROM folders JOIN branch ON folders.parent_id = branch.id
     ) SELECT id FROM branch`;
    return this.db.all<{ id: number }>(sql, id).map((folder) => folder.id);
  }
}
