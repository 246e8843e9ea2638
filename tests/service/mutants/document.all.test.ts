/** Compares the conformance suite with docs/http-api.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { responseShapes } from '../../../service/conformance/document/response-shapes.ts';
import { suites } from '../../../service/conformance/index.ts';
import type { Shape } from '../../../service/conformance/shapes.ts';
import { responseShapes as siblingShapes } from '../../../service/conformance/sibling/response-shapes.ts';
import { catalogue } from './document-mutants.ts';
import { catalogue as siblingCatalogue } from './sibling-mutants.ts';

/** A valid value for each type of "Values", and invalid ones. */
const values: Readonly<Record<string, readonly [right: unknown, ...wrong: unknown[]]>> = {
  text: ['text', 7],
  code: ['17', 17],
  integer: [200, '200', 1.5],
  'integer string': ['1', 1, '1.5'],
  'decimal string': ['1.00000', 1, '1.5'],
  number: ['1', 'one', true],
  'number or word': ['inf', '', true],
  time: ['2026-01-02 03:04:05', 7, '2026-01-02T03:04:05Z'],
  date: ['2026-01-02', 7, '02.01.2026'],
  URL: ['https://host.example/x', 7, '/x'],
  path: ['/x', 7],
};

/** The document's sections with their tables. Headings that only contain subsections are left out. */
const readSections = (part: string) =>
  part
    .split(/^#+ /m)
    .slice(1)
    .filter((text) => text.trim().includes('\n'))
    .map((text) => {
      const rows = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...cells]) => cells as string[]);
      return {
        title: text.split('\n', 1)[0] ?? '',
        path: /`GET (\/\w+\/(?:[\w/]+)?)/.exec(text)?.[1],
        params: rows(/^\| `(\w+)` \| (yes|no|with `c1_file`) \|/gm).filter(([name]) => name !== 'key'),
        fields: rows(/^\| `(\w+)` \| (?!yes |no )([\w ]+) \| [^|]+ \|$/gm),
      };
    });

const [document = '', sibling = ''] = readFileSync('docs/http-api.md', 'utf8').split(
  /^(?=## The sibling dialect$)/m,
);
const parts = [
  // The title and the introduction are not a section.
  { dialect: 'document', sections: readSections(document).slice(1), responseShapes, catalogue },
  {
    dialect: 'sibling',
    sections: readSections(sibling),
    responseShapes: siblingShapes,
    catalogue: siblingCatalogue,
  },
] as const;

const unchecked = [
  ...(readFileSync('service/README.md', 'utf8').split('### What is not checked').at(-1) ?? '').matchAll(
    /^\| ([A-Z][^|]+) \| ([^|]+) \| [^|]+ \|$/gm,
  ),
].map(([, title = '', statement = '']) => ({ title, statement }));

test('each section of the document is checked, or service/README.md says why not', () => {
  const covered = new Set(
    Object.values(suites).flatMap(({ checks }) => checks.map(({ section }) => section)),
  );
  for (const { title } of unchecked) covered.add(title);
  // "List files" describes file entries, and each field is checked against "Values".
  for (const title of ['File entry', 'File entry (sibling)', 'Values']) covered.add(title);
  const titles = parts.flatMap(({ sections }) => sections.map(({ title }) => title));
  expect(titles.filter((title) => !covered.has(title))).toEqual([]);
  expect([...covered].filter((title) => !titles.includes(title))).toEqual([]);
});

describe.each(parts)('$dialect', ({ dialect, sections, responseShapes, catalogue }) => {
  test('each call is checked, and each parameter is ignored or not required by a mutant', () => {
    const calls = sections.flatMap(({ title, path = '', params }) => {
      const required = params.flatMap(([name = '', isRequired]) => (isRequired === 'yes' ? [name] : []));
      return path.startsWith('/api/') ? [[title, path, ...required]] : [];
    });
    const checked = suites[dialect].calls.map((each) => [
      each.section,
      each.path,
      ...Object.keys(each.required ?? {}),
    ]);
    expect(checked).toEqual(calls);
    for (const { title, path = '/upload/', params } of sections) {
      const own = catalogue.filter(({ alteration }) => alteration.path === path);
      const known = new Set(own.map(({ alteration }) => alteration.param));
      const left = unchecked.flatMap((row) => (row.title === title ? [row.statement] : [])).join();
      const isOpen = ([name, isRequired]: string[]) =>
        isRequired !== 'yes' && !known.has(name) && !left.includes(`\`${name}\``);
      expect(params.filter(isOpen), title).toEqual([]);
    }
  });

  test('each field is checked for its presence and type', () => {
    const withFields = sections.filter(({ fields }) => fields.length > 0);
    expect(withFields.map(({ title }) => title).sort()).toEqual(Object.keys(responseShapes).sort());
    for (const { title, fields } of withFields) {
      const shape = responseShapes[title as keyof typeof responseShapes] as Shape;
      // The entry's fields, in `result` and next to it, and the array that the document only names.
      const judge = (entry: object) => `${title}: ${shape({ ...entry, result: entry, files: [] })}`;
      const right = Object.fromEntries(fields.map(([name, type = '']) => [name, values[type]?.[0]]));
      expect(judge(right)).toBe(`${title}: undefined`);
      for (const [name = '', type = ''] of fields) {
        const { [name]: _, ...rest } = right;
        expect(judge(rest)).toContain(`there is no "${name}"`);
        for (const wrong of values[type]?.slice(1) ?? []) {
          expect(judge({ ...right, [name]: wrong })).toContain(`"${name}": `);
        }
      }
    }
  });
});
