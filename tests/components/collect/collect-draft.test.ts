import { expect, it } from 'vitest';
import { type CollectChoices, fromDraft, toDraft } from '../../../components/collect/collect-draft.ts';
import type { CollectedLink } from '../../../lib/links/collected-link.ts';

const link = (url: string): CollectedLink => ({
  url,
  title: null,
  kind: 'video',
  source: 'link',
  host: 'a.example',
});
const links = ['https://a.example/1.mp4', 'https://a.example/2.mp4', 'https://a.example/3.mp4'].map(link);

const choices: CollectChoices = {
  chosen: new Set(['https://a.example/1.mp4', 'https://a.example/3.mp4']),
  filter: {
    text: 'mp4',
    kinds: new Set(['video']),
    sources: new Set(['link']),
    hosts: new Set(['a.example']),
  },
  folder: { id: '7', name: 'Zebra' },
  typed: { url: 'https://a.example/1.mp4', typedTitle: 'One' },
  patternTitles: { pattern: undefined, titles: { 'https://a.example/3.mp4': 'Three' } },
  isPagesOpen: true,
};

const stored = (value: CollectChoices) => JSON.parse(JSON.stringify(toDraft(value, links))) as unknown;

it('restores all choices', () => {
  expect(fromDraft(stored(choices), links)).toEqual(choices);
});

it('keeps no address that was not sent', () => {
  const { filter: _, ...others } = stored(choices) as Record<string, unknown>;
  expect(JSON.stringify(others)).not.toContain('a.example');
});

it('starts without choices, and drops those about links of another list', () => {
  expect(fromDraft(undefined, links).chosen.size).toBe(0);
  const { chosen, typed, patternTitles, filter, folder } = fromDraft(stored(choices), links.slice(1));
  expect([...chosen]).toEqual([]);
  expect(typed).toBe(null);
  expect(patternTitles.titles).toBe(undefined);
  expect([filter, folder]).toEqual([choices.filter, choices.folder]);
});
