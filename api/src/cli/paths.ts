/**
 * Finds files and folders by path ("a/b/film.mp4"), by a file's code, or, if a name is ambiguous, by "code:CODE" or
 * "folder:ID". Names need not be unique on a service, so an ambiguous one is refused with a list of its matches.
 */

import { codePattern } from '../../../lib/api/file-code.ts';
import {
  assertFolderExists,
  type CallOptions,
  type Client,
  type FileEntry,
  type Folder,
  isApiError,
} from '../../../lib/api/index.ts';
import { isSameName } from '../../../lib/api/resources/ensure-folder.ts';
import { ItemError } from './failure.ts';

export interface FolderTarget {
  readonly kind: 'folder';
  readonly folderId: string;
  readonly path: string;
}

export interface FileTarget {
  readonly kind: 'file';
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string | null;
  readonly path: string;
}

export type Target = FolderTarget | FileTarget;

type Kind = Target['kind'];

const root: FolderTarget = { kind: 'folder', folderId: '0', path: '' };

/** @throws {ItemError} if nothing has this name, or several things do */
export async function findOne(client: Client, text: string, wanted: readonly Kind[], options: CallOptions) {
  const found = await findAll(client, text, wanted, options);
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  const kind = wanted.length === 1 ? wanted[0] : 'file or folder';
  if (!first)
    throw new ItemError(
      'not-found',
      `There is no ${kind} “${text}”. Use “linkhaul-api ls” or “find” to look for it.`,
    );
  throw new ItemError(
    'ambiguous',
    `“${text}” matches ${found.length} items. Use one of these instead: ${found.map(describe).join(', ')}.`,
  );
}

/** @throws {ItemError} */
export async function findFolder(client: Client, text: string, options: CallOptions): Promise<FolderTarget> {
  const found = (await findOne(client, text, ['folder'], options)) as FolderTarget;
  // Services treat an unknown folder as the root.
  if (found.path.startsWith('folder:')) await assertFolderExists(client, found.folderId, options);
  return found;
}

const describe = (target: Target): string =>
  target.kind === 'folder'
    ? `folder:${target.folderId} (${target.path})`
    : `code:${target.fileCode} (${target.path})`;

/** Everything that the text may mean. @throws {ItemError} if a folder in the path is missing or ambiguous */
export async function findAll(
  client: Client,
  text: string,
  wanted: readonly Kind[],
  options: CallOptions,
): Promise<Target[]> {
  const [, prefix, id = ''] = /^(code|folder):(.+)$/s.exec(text) ?? [];
  if (prefix === 'folder')
    return wanted.includes('folder') ? [{ kind: 'folder', folderId: id, path: text }] : [];
  if (prefix === 'code') return wanted.includes('file') ? findCode(client, id, options) : [];
  const names = splitPath(text);
  const name = names.pop();
  if (name === undefined) return wanted.includes('folder') ? [root] : [];
  const parent = await walk(client, names, options);
  const found: Target[] = [];
  const isFolderPath = text.endsWith('/');
  if (wanted.includes('folder')) found.push(...(await listFolders(client, parent, name, options)));
  if (!wanted.includes('file') || isFolderPath) return found;
  const coded = !text.includes('/') && codePattern.test(text) ? await findCode(client, text, options) : [];
  // A code takes precedence, so that scripts that pass codes don't list the folder for each one.
  found.push(...(coded.length > 0 ? coded : await listFiles(client, parent, name, options)));
  return found;
}

/** @throws {ItemError} for "..", which services would treat as a name */
export function splitPath(text: string): string[] {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..'))
    throw new ItemError('not-a-path', `“${text}” is not a path. A path begins at the root, without “..”.`);
  return names;
}

export const joinPath = (parent: string, name: string): string =>
  parent === '' ? name : `${parent}/${name}`;

async function walk(client: Client, names: readonly string[], options: CallOptions): Promise<FolderTarget> {
  let folder = root;
  for (const name of names) {
    const found = await listFolders(client, folder, name, options);
    const [next] = found;
    if (!next) {
      const place = folder.path === '' ? '' : ` in “${folder.path}”`;
      throw new ItemError('not-found', `There is no folder “${name}”${place}.`);
    }
    if (found.length > 1)
      throw new ItemError(
        'ambiguous',
        `There are ${found.length} folders “${next.path}”: ${found.map(describe).join(', ')}. Name a file in it by its code, which “linkhaul-api ls folder:ID” lists.`,
      );
    folder = next;
  }
  return folder;
}

async function listFolders(
  client: Client,
  parent: FolderTarget,
  name: string,
  options: CallOptions,
): Promise<FolderTarget[]> {
  const { folders } = await client.folders.list(parent.folderId, { onlyFolders: true }, options);
  return folders
    .filter((each) => isSameName(each.name, name))
    .map((each) => toFolderTarget(each, parent.path));
}

export const toFolderTarget = ({ folderId, name }: Folder, parent: string): FolderTarget => ({
  kind: 'folder',
  folderId,
  path: joinPath(parent, name),
});

/** Files with this name, or else files whose title a service may derive from it. */
async function listFiles(
  client: Client,
  parent: FolderTarget,
  name: string,
  options: CallOptions,
): Promise<FileTarget[]> {
  const same: FileTarget[] = [];
  const similar: FileTarget[] = [];
  for await (const entry of client.files.iterate({ folderId: parent.folderId }, options)) {
    if (isSameName(entry.title, name)) same.push(toFileTarget(entry, parent.path));
    else if (isTitleOf(entry.title, name)) similar.push(toFileTarget(entry, parent.path));
  }
  return same.length > 0 ? same : similar;
}

const toFileTarget = ({ fileCode, title, folderId }: FileEntry, parent: string): FileTarget => ({
  kind: 'file',
  fileCode,
  title,
  folderId,
  path: joinPath(parent, title),
});

/** A service drops the extension and turns "_" and "." into spaces. */
export function isTitleOf(title: string, fileName: string): boolean {
  const fold = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\s._]+/g, ' ')
      .trim()
      .toLowerCase();
  return [fileName, fileName.replace(/\.[a-z\d]{1,5}$/i, '')].some((name) => fold(name) === fold(title));
}

export async function findCode(
  client: Client,
  fileCode: string,
  options: CallOptions,
): Promise<FileTarget[]> {
  const [info] = await client.files.info(fileCode, options).catch((error: unknown) => {
    if (isApiError(error, 'not-found', 'refused')) return [];
    throw error;
  });
  if (!info?.found) {
    if (info?.error && !isApiError(info.error, 'not-found', 'refused')) throw info.error;
    return [];
  }
  const { title, folderId } = info;
  return [{ kind: 'file', fileCode, title, folderId, path: title }];
}

/** Creates missing folders. @throws {ItemError} if a name in the path is ambiguous */
export async function ensureFolder(
  client: Client,
  text: string,
  {
    isDryRun,
    options,
    onMissing,
  }: { isDryRun: boolean; options: CallOptions; onMissing: (path: string) => void },
): Promise<FolderTarget> {
  if (/^(code|folder):/.test(text)) return findFolder(client, text, options);
  const names = splitPath(text);
  let folder = root;
  for (const [at, name] of names.entries()) {
    const found = await listFolders(client, folder, name, options);
    const [next] = found;
    if (found.length > 1)
      throw new ItemError(
        'ambiguous',
        `There are ${found.length} folders “${joinPath(folder.path, name)}”. Use one of these instead: ${found.map(describe).join(', ')}.`,
      );
    if (!next) return make(folder, names.slice(at));
    folder = next;
  }
  return folder;

  async function make(inside: FolderTarget, missing: readonly string[]): Promise<FolderTarget> {
    let { path } = inside;
    for (const name of missing) {
      path = joinPath(path, name);
      onMissing(path);
    }
    if (isDryRun) return { kind: 'folder', folderId: '', path };
    const { folderId } = await client.folders.ensure(missing, { parentId: inside.folderId }, options);
    return { kind: 'folder', folderId, path };
  }
}
