/** The settings page says what Linkhaul stores: exactly what the code does. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportedKeys } from '../lib/settings/backup.ts';
import { type StoragePlace, storedData } from '../lib/settings/stored-data.ts';

const sources = globSync('{lib,entrypoints,components,public}/**/*.{ts,tsx,js}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));
const code = sources.map(({ text }) => text).join('\n');

/** The text of what names an entry: a literal, a template up to its first value, or a constant or function of either. */
function nameOf(expression: string): string {
  const literal = /^['`]([^'`$]+)/u.exec(expression);
  if (literal) return literal[1] ?? '';
  const name = /^\w+/u.exec(expression)?.[0] ?? '';
  const definition = new RegExp(`const ${name} = [^'\`;]*(['\`][^\`';]+)`, 'u').exec(code);
  if (!definition) throw new Error(`What is “${expression}”?`);
  return nameOf(definition[1] ?? '');
}

const matches = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, ...groups]) => groups);
const unique = (names: readonly string[]) => [...new Set(names)].sort();
const listed = (place: StoragePlace) => Object.values(storedData).flatMap((entry) => entry[place] ?? []);

/** `createStoredValue(area, name, …)` by area, and `area.set({ [name]: … })` where it is done by hand. */
const entries = [
  ...matches(/\bcreateStoredValue\((?:[\w.]*\.)?(local|session|area), ([^,]+),/gu),
  ...matches(/\b(local|session|area)\.set\(\{ \[(\w+)\]: [^v]/gu),
].flatMap(([area = '', expression = '']) =>
  // The generic copy of what an imported file has: its names are `exportedKeys`.
  expression === 'name' ? [] : [{ area, name: nameOf(expression) }],
);

it('lists every database', () => {
  const names = matches(/\(name = '(linkhaul-[^']+)'/gu).map(([name = '']) => name);
  const openers = sources.filter(
    ({ file, text }) => file.startsWith('lib') && /import .*\bcreateDatabase\b/u.test(text),
  );
  expect(names.length).toBe(openers.length);
  expect(unique(listed('database'))).toEqual(unique(names));
});

it('lists every folder of the private file system', () => {
  const names = matches(/\.getDirectoryHandle\((\w+)[,)]/gu).map(([name = '']) => nameOf(name));
  expect(unique(listed('folder'))).toEqual(unique(names));
});

it('lists every entry of the browser’s storage', () => {
  expect(entries.length).toBeGreaterThan(12);
  const inMemory = unique(entries.filter(({ area }) => area === 'session').map(({ name }) => name));
  // What is handed its area: accounts, keys and removed ones get `local`, private uploads get `session`.
  const given = entries.filter(({ area }) => area === 'area').map(({ name }) => name);
  expect(unique(given)).toEqual(['accounts', 'backoffs', 'keys', 'removed', 'uploads']);
  expect(unique(listed('session'))).toEqual(unique([...inMemory, 'uploads']));
  const onDisk = entries.filter(({ area }) => area === 'local').map(({ name }) => name);
  expect(unique(listed('local'))).toEqual(
    unique([...onDisk, ...exportedKeys, ...given.filter((name) => name !== 'uploads')]),
  );
});

it('lists every entry of the pages’ own storage', () => {
  const set = matches(/localStorage\.setItem\('([^']+)'/gu).map(([name = '']) => name);
  expect(unique(listed('page'))).toEqual(unique(set));
  expect(code).not.toMatch(/sessionStorage|caches\.open|document\.cookie/u);
});
