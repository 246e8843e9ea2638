/** The table of mutants at the end of the unit tests. */
import { expect, test } from 'vitest';
import { formatMutants } from '../../scripts/mutants-table.ts';

const file = (name: string, results: readonly [title: string, status: string][]) => ({
  name,
  assertionResults: results.map(([title, status]) => ({ title, status })),
});

test('one line for each check, with the number of mutants that it caught', () => {
  const report = {
    testResults: [
      file('/x/tests/other.test.ts', [['a → b', 'passed']]),
      file('/x/tests/service/mutants/mutants.test.ts', [
        ['the catalogue: names are unique', 'passed'],
        ['Slots, /api/urlupload/slots: with a result → slots: no result', 'passed'],
        ['Slots, /api/urlupload/slots: "used_slots" is missing → slots: no result', 'failed'],
        ['Errors, /api/: no limit → more than 10', 'passed'],
        ['Requests, /api/a/b: it redirects → /api/a/b is there', 'passed'],
        ['Requests, /api/c/d: it redirects → /api/c/d is there', 'passed'],
        ['Move file, /api/c/d: "x" is not required → /api/c/d requires x', 'passed'],
      ]),
    ],
  };
  expect(formatMutants(report)).toBe(
    [
      'Mutants caught, by check:',
      '    1 of 2  slots: no result',
      '    1 of 1  more than 10',
      '    2 of 2  each call is there',
      '    1 of 1  each call requires its parameters',
      '5 of 6 mutants are caught.',
    ].join('\n'),
  );
});

test('is null without mutants', () => {
  expect(formatMutants({ testResults: [] })).toBeNull();
});
