import { expect, test, vi } from 'vitest';
import { chooseDropped, isSystemFile, readTransfer } from '../../../components/own-files/own-files.ts';

test.each([
  ['.DS_Store', true],
  ['._film.mkv', true],
  ['Thumbs.db', true],
  ['ehthumbs.db', true],
  ['DESKTOP.INI', true],
  ['desktop.ini.txt', false],
  ['.htaccess', false],
  ['thumbs.db.mkv', false],
])('%s is a system file: %s', (name, isLeft) => {
  expect(isSystemFile({ file: new File([], name), path: [] })).toBe(isLeft);
});

test('so are the files that a Mac archive adds', () => {
  expect(isSystemFile({ file: new File([], 'film.mkv'), path: ['a', '__MACOSX'] })).toBe(true);
});

const missing = new DOMException('It is gone.', 'NotFoundError');
const file = (name: string) => new File(['x'], name);
/** Locked, or deleted meanwhile. */
function locked(name: string): File {
  return Object.assign(file(name), { slice: () => ({ arrayBuffer: () => Promise.reject(missing) }) });
}

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  readonly [method: string]: unknown;
}

const fileEntry = (name: string, given: File | null = file(name)): Entry => ({
  name,
  isFile: true,
  file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
    given === null ? reject(missing) : resolve(given),
});
/** @param parts returned one after another. Null: an error */
const folderEntry = (name: string, ...parts: (readonly Entry[] | null)[]): Entry => ({
  name,
  isFile: false,
  createReader: () => ({
    readEntries: (resolve: (part: readonly Entry[]) => void, reject: (error: unknown) => void) => {
      const part = parts.shift();
      if (part === null) reject(missing);
      else resolve(part ?? []);
    },
  }),
});

async function read(...entries: Entry[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry, getAsFile: () => null }));
  const { files, unread } = await readTransfer({ items } as unknown as DataTransfer);
  return { files: files.map(({ file, path }) => [...path, file.name].join('/')), unread };
}

test.each<readonly [what: string, bad: Entry, files: readonly string[], unread: string]>([
  ['a file that is gone', fileEntry('b', null), [], 'b'],
  ['a file that is locked', fileEntry('b', locked('b')), [], 'b'],
  ['a folder', folderEntry('b', null), [], 'b'],
  ['the rest of a folder', folderEntry('b', [fileEntry('1')], null), ['b/1'], 'b'],
  ['a file in a folder', folderEntry('b', [fileEntry('1', null), fileEntry('2')]), ['b/2'], 'b/1'],
  ['a folder in a folder', folderEntry('b', [folderEntry('c', null), fileEntry('2')]), ['b/2'], 'b/c'],
])(
  'of dropped items, only unreadable ones are left out, and they are named: %s',
  async (_, bad, files, unread) => {
    expect(await read(fileEntry('a'), bad, fileEntry('c'))).toEqual({
      files: ['a', ...files, 'c'],
      unread: [unread],
    });
  },
);

test('the same applies to pasted or chosen files', async () => {
  const given = [file('a'), locked('b'), file('c')];
  const items = given.map((each) => ({ webkitGetAsEntry: () => null, getAsFile: () => each }));
  const handles = [...given, null].map((each) => ({
    name: each?.name ?? 'd',
    getFile: async () => each ?? Promise.reject(missing),
  }));
  vi.stubGlobal('showOpenFilePicker', async () => handles);
  for (const [reading, unread] of [
    [readTransfer({ items } as unknown as DataTransfer), ['b']],
    [chooseDropped(), ['b', 'd']],
  ] as const) {
    const dropped = await reading;
    expect([dropped.files.map((each) => each.file.name), dropped.unread]).toEqual([['a', 'c'], unread]);
  }
});
