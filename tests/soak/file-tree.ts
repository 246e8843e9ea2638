import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../lib/api/index.ts';
import { createAdmin } from '../../service/src/index.ts';
import { titleFromFileName } from '../../service/src/titles.ts';

/** Names that need careful text handling, within the 255 bytes of file systems. */
const names: readonly string[] = [
  'ملف عربي.mp4',
  'קובץ בעברית.txt',
  '中文文件.webm',
  '日本語のファイル.txt',
  '한국어 파일.bin',
  '한국어 파일 (NFD).bin'.normalize('NFD'),
  'ไฟล์ภาษาไทย น้ำ.txt',
  'क्षत्रिय हिन्दी.txt',
  'தமிழ் கோப்பு.txt',
  'বাংলা ফাইল.txt',
  'ឯកសារខ្មែរ.txt',
  'Ελληνικά αρχείο.txt',
  'Кириллица й.txt',
  'ქართული.txt',
  'አማርኛ.txt',
  '👩‍👩‍👧‍👦 🏳️‍🌈.png',
  'café (NFC).txt'.normalize('NFC'),
  'café (NFD).txt'.normalize('NFD'),
  'Z̸͙͐̈́a̷̓l̴̈́g̶̎o̵.txt',
  '\u202Egpj.exe.txt',
  '.hidden',
  '..two dots',
  'no extension',
  'many.dots_and_underscores.tar.gz',
  '"quoted" ‘names’.txt',
  '100 % of a%20b.txt',
  '<b>&amp;;=.txt',
  '  spaces   around  .txt',
  `${'long '.repeat(49)}.txt`,
  `${'長'.repeat(80)}.txt`,
];

const folders: readonly (readonly string[])[] = [
  [],
  ['مجلد'],
  ['مجلد', '文件夹'],
  ['мапка 📁'],
  ['мапка 📁', '.config'],
  ['мапка 📁', '.config', 'โฟลเดอร์'],
];

/** Sorted titles by folder path, joined by slashes. */
export type FileTree = Readonly<Record<string, readonly string[]>>;

/** Returns the tree that the service should have. */
export async function makeFileTree(root: string, name: string, count: number): Promise<FileTree> {
  const tree: Record<string, string[]> = {};
  for (let at = 0; at < count; at += 1) {
    const path = [name, ...(folders[at % folders.length] ?? [])];
    const base = names[at % names.length] ?? '';
    const round = Math.floor(at / names.length);
    // A prefix, so that the end of the name stays. In the longest names it replaces the beginning.
    const file = round === 0 ? base : `${round} ${[...base].slice(base.length > 70 ? 10 : 0).join('')}`;
    await mkdir(join(root, ...path), { recursive: true });
    await writeFile(join(root, ...path, file), `${at}`);
    const key = path.join('/');
    tree[key] = [...(tree[key] ?? []), titleFromFileName(file)];
  }
  return sortedTree(tree);
}

/** Needs a service with `admin`. Turns its rate limit off. */
export async function readFileTree(
  baseUrl: string,
  account: { email: string; key: string },
): Promise<FileTree> {
  const admin = createAdmin(baseUrl);
  await admin.setSettings({ rateLimit: false });
  const client = createClient({ baseUrl, key: account.key });
  const paths = new Map([['0', '']]);
  for (const [id, path] of paths)
    for (const { folderId, name } of (await client.folders.list(id, { onlyFolders: true })).folders)
      paths.set(folderId, path === '' ? name : `${path}/${name}`);
  const tree: Record<string, string[]> = {};
  for (const { title, folderId } of await admin.files(account.email)) {
    const key = paths.get(folderId) ?? folderId;
    tree[key] = [...(tree[key] ?? []), title];
  }
  return sortedTree(tree);
}

const sortedTree = (tree: FileTree): FileTree =>
  Object.fromEntries(
    Object.entries(tree)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, titles]) => [path, [...titles].sort()]),
  );
