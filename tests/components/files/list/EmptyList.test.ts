/** An empty list must not claim too much. */
import { expect, test } from 'vitest';
import { getEmptyState } from '../../../../components/files/list/EmptyList.tsx';
import { allFiles } from '../../../../components/files/model/route.ts';
import type { ServiceSearch } from '../../../../components/files/model/useServiceSearch.ts';
import { buildSnapshot } from '../../../gallery/samples/files.ts';

const stateOf = (text: string, state: ServiceSearch['state']) => {
  const search = { found: [], state };
  const route = { ...allFiles, text };
  return getEmptyState({ snapshot: buildSnapshot([], []), route, go: () => {}, search, duplicates: null });
};

test.each<[what: string, text: string, state: ServiceSearch['state']]>([
  ['failed', 'rabbit', 'failed'],
  ['was not asked for one character', 'r', 'idle'],
  ['answered without a list, such as “true”', 'rabbit', 'done'],
])('does not mention a search of the service that %s', (_, text, state) => {
  const { title, text: said } = stateOf(text, state);
  expect(title).toBe(`No results for “${text}”`);
  expect(said).not.toMatch(/service/i);
});

test('mentions a running search of the service', () => {
  expect(stateOf('rabbit', 'asking').text).toMatch(/service/i);
});
