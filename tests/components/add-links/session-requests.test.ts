import { expect, test } from 'vitest';
import { countSessionRequests } from '../../../components/add-links/SessionRequests.tsx';
import type { Rule } from '../../../lib/links/rules.ts';

const links = [1, 2, 3].map((id) => ({ url: `https://members.example:8443/${id}.mp4` }));
const other = { url: 'https://other.example/1.mp4' };
const rule = (changes: Partial<Rule>): Rule => ({
  id: 'rule',
  accountId: 'account',
  host: 'members.example',
  kind: null,
  folder: { id: '0', name: '' },
  titlePattern: null,
  isFolderGone: false,
  ...changes,
});
const byBrowser = rule({ via: 'browser' });
const copied = rule({ via: 'browser', also: [{ accountId: 'second', folder: { id: '0', name: '' } }] });
const hosts = ['members.example:8443'];

test.each([
  ['without a rule', [], {}, { count: 0, hosts: [] }],
  ['by a rule', [byBrowser], {}, { count: 3, hosts }],
  ['by a rule for several accounts', [copied], {}, { count: 6, hosts }],
  ['by a rule that the service fetches for', [rule({})], {}, { count: 0, hosts: [] }],
  ['by a rule, where the service shall fetch all', [byBrowser], { via: 'service' }, { count: 0, hosts: [] }],
  ['all by choice', [], { via: 'browser', copies: 2 }, { count: 8, hosts: [...hosts, 'other.example'] }],
] as const)('requests that use the session are counted %s', (_, rules, how, expected) => {
  expect(countSessionRequests([...links, other], 'account', rules, how)).toEqual(expected);
});
