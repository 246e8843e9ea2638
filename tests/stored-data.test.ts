/** The settings page lists exactly what the code stores. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type StorageLocation, storedData } from '../lib/storage/stored-data.ts';

const code = globSync('{lib,page,entrypoints,components,public}/**/*.{ts,tsx,js}', {
  exclude: ['**/stored-data.ts'],
})
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

const namesOf = (entry: { readonly [P in StorageLocation]?: readonly string[] }, place: StorageLocation) =>
  entry[place] ?? [];
const listed = (place: StorageLocation) =>
  Object.values(storedData)
    .flatMap((entry) => namesOf(entry, place))
    .sort();
const found = (pattern: RegExp) =>
  [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))].sort();

it.each(['database', 'folder', 'local', 'session', 'page'] as const)(
  'lists nothing unused in “%s”',
  (place) => {
    expect(
      listed(place).filter((name) => !code.includes(`'${name}'`) && !code.includes(`\`${name}\${`)),
    ).toEqual([]);
  },
);

it('lists stored values where they are stored', () => {
  const calls = [...code.matchAll(/createStoredValue\((local|session|area), ['`]([\w:]+)/gu)];
  const storedIn = (area: string) => calls.filter(([, each]) => each === area).map(([, , name = '']) => name);
  // Their area is a parameter. The background passes `local`.
  const handed = storedIn('area');
  expect(handed.sort()).toEqual(['accounts', 'backoffs', 'keys', 'removed']);
  expect([...storedIn('local'), ...handed].sort()).toEqual(listed('local'));
  expect([...storedIn('session'), 'popupInput', 'uploads'].sort()).toEqual(listed('session'));
});

it('lists everything stored outside databases', () => {
  expect(listed('page')).toEqual(found(/(?:localStorage\.setItem|storeView)\('([^']+)'/gu));
  // The list types one of the keys.
  expect(found(/\.set\(\{ \[(\w+)\]: [^v]/gu)).toEqual(['memoryKey', 'popupInputKey']);
  expect(listed('session')).toContain(found(/const memoryKey = '(\w+)'/gu)[0]);
  expect(found(/\.getDirectoryHandle\((\w+)[,)]/gu)).toEqual(['folderName']);
  expect(listed('folder')).toEqual(found(/const folderName = '(\w+)'/gu));
  // The browser keeps a history entry's state. Only drafts are written there.
  expect(found(/history\.replaceState\((?!history\.state)(\w+)/gu)).toEqual(['state']);
  expect(code.match(/history\.replaceState\((?!history\.state)/gu)).toHaveLength(1);
  expect(code).not.toMatch(/sessionStorage|caches\.open|document\.cookie/u);
});
