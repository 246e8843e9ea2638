/** Files, and their bytes on disk ("blobs"). A clone shares the bytes of its original. */
import type { EpochMs, EpochSeconds } from '../date-time.ts';
import { randomCode } from '../random-code.ts';
import { foldText } from '../titles.ts';
import { Table } from './sqlite.ts';

interface StoredBlob {
  id: number;
  name: string;
  size: number;
  mime: string;
  length: number;
  canPlay: number;
}

export interface StoredFile {
  id: number;
  code: string;
  protectedEmbed: string;
  protectedDownload: string;
  accountId: number;
  folderId: number;
  blobId: number;
  title: string;
  /** With its dot, such as ".webm". May be empty. */
  extension: string;
  size: number;
  length: number;
  canPlay: number;
  description: string;
  tags: string;
  isPublic: number;
  isAdult: number;
  views: number;
  uploaded: EpochSeconds;
  /** When its player or page was opened, or it was downloaded. */
  lastView: EpochSeconds | null;
  /** Null for clones and seeded files, which aren't encoded. */
  arrivedMs: EpochMs | null;
  /** 1 if it was taken down. */
  disabled: number;
}

export interface NewFile {
  accountId: number;
  folderId: number;
  title: string;
  extension: string;
  uploaded: EpochSeconds;
  code?: string;
  description?: string;
  tags?: string;
  arrivedMs?: EpochMs;
}

interface DeletedFile {
  code: string;
  title: string;
  deleted: EpochSeconds;
  deletedBy: string;
}

export interface FileFilter {
  folderId?: number | undefined;
  /** Uploaded after this time. */
  after?: EpochSeconds | undefined;
  /** Titles contain all of these words, ignoring case and diacritics. */
  words?: readonly string[];
  isPublic?: boolean | undefined;
  isAdult?: boolean | undefined;
}

const columns = `files.id, code, protected_embed AS protectedEmbed, protected_download AS protectedDownload,
  account_id AS accountId, folder_id AS folderId, blob_id AS blobId, title, extension, size, length,
  can_play AS canPlay, description, tags, is_public AS isPublic, is_adult AS isAdult, views, uploaded,
  last_view AS lastView, arrived_ms AS arrivedMs,
  EXISTS (SELECT 1 FROM takedowns WHERE file_id = files.id) AS disabled`;

const newestFirst = 'ORDER BY uploaded DESC, id DESC';

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

  /** `claims` overrides size and length, for seeded files. */
  add(
    file: NewFile,
    blob: StoredBlob,
    claims: { size: number; length: number; views?: number; lastView?: number | null } = blob,
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
      description: file.description ?? '',
      tags: file.tags ?? '',
      views: claims.views ?? 0,
      uploaded: file.uploaded,
      last_view: claims.lastView ?? null,
      arrived_ms: file.arrivedMs ?? null,
    });
    return code;
  }

  all(accountId: number): StoredFile[] {
    const sql = `SELECT ${columns} FROM files WHERE account_id = ? ORDER BY files.id`;
    return this.db.all<StoredFile>(sql, accountId);
  }

  byCode(code: string): StoredFile | undefined {
    return this.db.get<StoredFile>(`SELECT ${columns} FROM files WHERE code = ?`, code);
  }

  /** By the file's own code or one of its protected codes. */
  byPageCode(code: string): StoredFile | undefined {
    return (
      this.byCode(code) ??
      this.db.get<StoredFile>(
        `SELECT ${columns} FROM files WHERE protected_embed = ?1 OR protected_download = ?1`,
        code,
      )
    );
  }

  own(accountId: number, code: string): StoredFile | undefined {
    const file = this.byCode(code);
    return file?.accountId === accountId ? file : undefined;
  }

  list(
    accountId: number,
    filter: FileFilter,
    limit: number,
    offset: number,
  ): { files: StoredFile[]; total: number } {
    const where = ['account_id = ?'];
    const params: (number | string)[] = [accountId];
    const require = (condition: string, value: number | string | boolean | undefined) => {
      if (value === undefined) return;
      where.push(condition);
      params.push(typeof value === 'boolean' ? Number(value) : value);
    };
    require('folder_id = ?', filter.folderId);
    require('uploaded > ?', filter.after);
    require('is_public = ?', filter.isPublic);
    require('is_adult = ?', filter.isAdult);
    for (const word of filter.words ?? []) require('instr(folded_title, ?) > 0', foldText(word));
    const from = `FROM files WHERE ${where.join(' AND ')}`;
    const total = this.db.number(`SELECT COUNT(*) ${from}`, ...params);
    const sql = `SELECT ${columns} ${from} ${newestFirst} LIMIT ? OFFSET ?`;
    const files = this.db.all<StoredFile>(sql, ...params, limit, offset);
    return { files, total };
  }

  inFolder(accountId: number, folderId: number): StoredFile[] {
    const sql = `SELECT ${columns} FROM files WHERE account_id = ? AND folder_id = ? ${newestFirst}`;
    return this.db.all<StoredFile>(sql, accountId, folderId);
  }

  /** Ignores case and diacritics. Newest first. */
  search(accountId: number, words: readonly string[], limit: number): StoredFile[] {
    const matches = words.map(() => 'AND instr(folded_title, ?) > 0').join(' ');
    const sql = `SELECT ${columns} FROM files WHERE files.id IN (
       SELECT id FROM files INDEXED BY files_by_title WHERE account_id = ? ${matches} ${newestFirst} LIMIT ?
     ) ${newestFirst}`;
    return this.db.all<StoredFile>(sql, accountId, ...words.map(foldText), limit);
  }

  rename(id: number, title: string): void {
    this.db.run('UPDATE files SET title = ?, folded_title = ? WHERE id = ?', title, foldText(title), id);
  }

  move(id: number, folderId: number): void {
    this.db.run('UPDATE files SET folder_id = ? WHERE id = ?', folderId, id);
  }

  /** Newest first. */
  arrivedAfter(accountId: number, sinceMs: EpochMs): StoredFile[] {
    const sql = `SELECT ${columns} FROM files WHERE account_id = ? AND arrived_ms > ? ORDER BY arrived_ms DESC, id DESC`;
    return this.db.all<StoredFile>(sql, accountId, sinceMs);
  }

  countView(id: number, now: number): void {
    this.db.run('UPDATE files SET views = views + 1, last_view = ? WHERE id = ?', now, id);
  }

  /** The file was opened, without counting a view. */
  touch(id: number, now: number): void {
    this.db.run('UPDATE files SET last_view = ? WHERE id = ?', now, id);
  }

  /** `lastView: null` means never. */
  setTimes(id: number, times: { uploaded?: number | undefined; lastView?: number | null | undefined }): void {
    const { uploaded, lastView } = times;
    if (uploaded !== undefined) this.db.run('UPDATE files SET uploaded = ? WHERE id = ?', uploaded, id);
    if (lastView !== undefined) this.db.run('UPDATE files SET last_view = ? WHERE id = ?', lastView, id);
  }

  used(accountId: number): number {
    return this.db.number('SELECT storage_used FROM accounts WHERE id = ?', accountId);
  }

  /** Returns the name of its blob if no other file uses it. */
  remove(file: StoredFile, deletedBy: string, now: number): string | undefined {
    return this.db.transaction(() => {
      const { accountId, code, title } = file;
      const row = { account_id: accountId, code, title, deleted: now, deleted_by: deletedBy };
      this.db.insert('deleted_files', row);
      this.db.run('DELETE FROM files WHERE id = ?', file.id);
      const blob = this.blob(file.blobId);
      if (!blob || this.db.get('SELECT 1 FROM files WHERE blob_id = ?', blob.id)) return undefined;
      this.db.run('DELETE FROM blobs WHERE id = ?', blob.id);
      return blob.name;
    });
  }

  deletedSince(accountId: number, since: number): DeletedFile[] {
    const sql = `SELECT code, title, deleted, deleted_by AS deletedBy FROM deleted_files
     WHERE account_id = ? AND deleted >= ? ORDER BY deleted DESC, id DESC`;
    return this.db.all<DeletedFile>(sql, accountId, since);
  }
}

interface Takedown {
  fileCode: string;
  folderId: number;
  protectedEmbed: string;
  protectedDownload: string;
  reported: EpochSeconds;
  disabled: EpochSeconds;
}

const takedownsQuery = `SELECT code AS fileCode, folder_id AS folderId, protected_embed AS protectedEmbed,
  protected_download AS protectedDownload, reported, disabled
  FROM takedowns JOIN files ON files.id = file_id WHERE account_id = ?`;

const latestFirst = 'ORDER BY reported DESC, file_id DESC';

/** The API only lists takedowns. Tests and the operator add them. */
export class Takedowns extends Table {
  add(fileId: number, now: number): void {
    const sql = 'INSERT INTO takedowns (file_id, reported, disabled) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    this.db.run(sql, fileId, now, now);
  }

  list(accountId: number, limit: number, offset: number): Takedown[] {
    return this.db.all<Takedown>(
      `${takedownsQuery} ${latestFirst} LIMIT ? OFFSET ?`,
      accountId,
      limit,
      offset,
    );
  }

  since(accountId: number, since: number): Takedown[] {
    return this.db.all<Takedown>(`${takedownsQuery} AND reported >= ? ${latestFirst}`, accountId, since);
  }
}
