/** Files, and their bytes on disk ("blobs"); a clone shares the bytes of its original. */
import { randomCode } from '../random-code.ts';
import { foldText } from '../titles.ts';
import { Table } from './sqlite.ts';

type StoredBlob = {
  id: number;
  name: string;
  size: number;
  mime: string;
  length: number;
  canPlay: number;
};

export type StoredFile = {
  id: number;
  code: string;
  protectedEmbed: string;
  protectedDownload: string;
  accountId: number;
  folderId: number;
  blobId: number;
  title: string;
  /** With its dot, ".webm"; may be empty. */
  extension: string;
  /** Bytes. */
  size: number;
  /** Seconds. */
  length: number;
  canPlay: number;
  isPublic: number;
  views: number;
  /** Seconds since 1970. */
  uploaded: number;
  lastView: number | null;
  /** 1 when it was taken down. */
  disabled: number;
};

type NewFile = {
  accountId: number;
  folderId: number;
  title: string;
  extension: string;
  uploaded: number;
  /** Default: a random one. */
  code?: string;
};

export type FileFilter = {
  folderId?: number | undefined;
  /** Only files uploaded later than this, in seconds since 1970. */
  after?: number | undefined;
};

const COLUMNS = `files.id, code, protected_embed AS protectedEmbed, protected_download AS protectedDownload,
  account_id AS accountId, folder_id AS folderId, blob_id AS blobId, title, extension, size, length,
  can_play AS canPlay, is_public AS isPublic, views, uploaded, last_view AS lastView,
  EXISTS (SELECT 1 FROM takedowns WHERE file_id = files.id) AS disabled`;

const NEWEST_FIRST = 'ORDER BY uploaded DESC, id DESC';

export class Files extends Table {
  addBlob(blob: Omit<StoredBlob, 'id'>): StoredBlob {
    const { canPlay, ...row } = blob;
    return { id: this.db.insert('blobs', { ...row, can_play: canPlay }), ...blob };
  }

  blob(id: number): StoredBlob | undefined {
    const sql = 'SELECT id, name, size, mime, length, can_play AS canPlay FROM blobs WHERE id = ?';
    return this.db.get<StoredBlob>(sql, id);
  }

  blobNames(): string[] {
    return this.db.all<{ name: string }>('SELECT name FROM blobs').map((row) => row.name);
  }

  /** Adds a file with the bytes of `blob`; size and length are the blob's unless `claims` has others (seeded files). */
  add(
    file: NewFile,
    blob: StoredBlob,
    claims: { size: number; length: number; views?: number } = blob,
  ): string {
    const code = file.code ?? randomCode();
    this.db.insert('files', {
      code,
      protected_embed: randomCode(16),
      protected_download: randomCode(16),
      account_id: file.accountId,
      folder_id: file.folderId,
      blob_id: blob.id,
      title: file.title,
      folded_title: foldText(file.title),
      extension: file.extension,
      size: claims.size,
      length: claims.length,
      can_play: blob.canPlay,
      views: claims.views ?? 0,
      uploaded: file.uploaded,
    });
    return code;
  }

  all(accountId: number): StoredFile[] {
    const sql = `SELECT ${COLUMNS} FROM files WHERE account_id = ? ORDER BY files.id`;
    return this.db.all<StoredFile>(sql, accountId);
  }

  byCode(code: string): StoredFile | undefined {
    return this.db.get<StoredFile>(`SELECT ${COLUMNS} FROM files WHERE code = ?`, code);
  }

  /** The file of a page's address: by its own code or by one of its protected ones. */
  byPageCode(code: string): StoredFile | undefined {
    return (
      this.byCode(code) ??
      this.db.get<StoredFile>(
        `SELECT ${COLUMNS} FROM files WHERE protected_embed = ?1 OR protected_download = ?1`,
        code,
      )
    );
  }

  own(accountId: number, code: string): StoredFile | undefined {
    const file = this.byCode(code);
    return file?.accountId === accountId ? file : undefined;
  }

  /** One page of an account's files, newest first, and how many there are in all. */
  list(
    accountId: number,
    filter: FileFilter,
    limit: number,
    offset: number,
  ): { files: StoredFile[]; total: number } {
    const where = ['account_id = ?'];
    const params = [accountId];
    if (filter.folderId !== undefined) {
      where.push('folder_id = ?');
      params.push(filter.folderId);
    }
    if (filter.after !== undefined) {
      where.push('uploaded > ?');
      params.push(filter.after);
    }
    const from = `FROM files WHERE ${where.join(' AND ')}`;
    const total = this.db.number(`SELECT COUNT(*) ${from}`, ...params);
    const sql = `SELECT ${COLUMNS} ${from} ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
    const files = this.db.all<StoredFile>(sql, ...params, limit, offset);
    return { files, total };
  }

  inFolder(accountId: number, folderId: number): StoredFile[] {
    const sql = `SELECT ${COLUMNS} FROM files WHERE account_id = ? AND folder_id = ? ${NEWEST_FIRST}`;
    return this.db.all<StoredFile>(sql, accountId, folderId);
  }

  /** The account's files whose title has every one of `words` in it (case and diacritics apart), newest first. */
  search(accountId: number, words: readonly string[], limit: number): StoredFile[] {
    const matches = words.map(() => 'AND instr(folded_title, ?) > 0').join(' ');
    const sql = `SELECT ${COLUMNS} FROM files WHERE files.id IN (
       SELECT id FROM files INDEXED BY files_by_title WHERE account_id = ? ${matches} ${NEWEST_FIRST} LIMIT ?
     ) ${NEWEST_FIRST}`;
    return this.db.all<StoredFile>(sql, accountId, ...words.map(foldText), limit);
  }

  rename(id: number, title: string): void {
    this.db.run('UPDATE files SET title = ?, folded_title = ? WHERE id = ?', title, foldText(title), id);
  }

  move(id: number, folderId: number): void {
    this.db.run('UPDATE files SET folder_id = ? WHERE id = ?', folderId, id);
  }

  countView(id: number, now: number): void {
    this.db.run('UPDATE files SET views = views + 1, last_view = ? WHERE id = ?', now, id);
  }

  /** Bytes that an account's files take. */
  used(accountId: number): number {
    return this.db.number('SELECT storage_used FROM accounts WHERE id = ?', accountId);
  }

  /** Takes a file away; returns the name of its blob when no other file needs that any more. The API has no such call. */
  remove(code: string): { removed: boolean; orphan?: string } {
    return this.db.transaction(() => {
      const file = this.byCode(code);
      if (!file) return { removed: false };
      this.db.run('DELETE FROM files WHERE id = ?', file.id);
      const blob = this.blob(file.blobId);
      if (!blob || this.db.get('SELECT 1 FROM files WHERE blob_id = ?', blob.id)) return { removed: true };
      this.db.run('DELETE FROM blobs WHERE id = ?', blob.id);
      return { removed: true, orphan: blob.name };
    });
  }
}

type Takedown = {
  fileCode: string;
  folderId: number;
  protectedEmbed: string;
  protectedDownload: string;
  /** Seconds since 1970. */
  reported: number;
  disabled: number;
};

/** Files reported for takedown. The API only lists them; tests and the operator add them. */
export class Takedowns extends Table {
  /** Reports and disables a file. */
  add(fileId: number, now: number): void {
    const sql = 'INSERT INTO takedowns (file_id, reported, disabled) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    this.db.run(sql, fileId, now, now);
  }

  list(accountId: number, limit: number, offset: number): Takedown[] {
    const sql = `SELECT code AS fileCode, folder_id AS folderId, protected_embed AS protectedEmbed,
       protected_download AS protectedDownload, reported, disabled
     FROM takedowns JOIN files ON files.id = file_id WHERE account_id = ?
     ORDER BY reported DESC, file_id DESC LIMIT ? OFFSET ?`;
    return this.db.all<Takedown>(sql, accountId, limit, offset);
  }
}
