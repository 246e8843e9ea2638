import { describe, expect, it } from 'vitest';
import {
  findAccountIds,
  groupByHost,
  linksCsv,
  newLinks,
  reasonText,
} from '../../../components/bulk/link-check.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { type CheckedLink, toCheckedLink } from '../../../lib/bulk/link-check/checked-link.ts';

const account = (id: string, baseUrl: string, more: Partial<Account> = {}): Account => ({
  id,
  baseUrl,
  email: null,
  addedAt: 0,
  ...more,
});
const current = account('one', 'https://api.files.example', {
  publicUrl: 'https://share.example',
  pages: { player: { base: 'https://players.example', form: '/e/CODE' } },
});
const accounts = {
  list: [account('two', 'https://api.files.example'), current, account('wish', 'https://api.streamwish.com')],
  currentId: 'one',
};
const idsOf = (host: string | null) => findAccountIds(accounts, host, current);

describe('the accounts to ask', () => {
  it('are those at the host, the shown one first', () => {
    expect(idsOf('api.files.example')).toEqual(['one', 'two']);
    expect(idsOf('share.example')).toEqual(['one']);
    expect(idsOf(null)).toEqual(['one']);
    expect(idsOf('nowhere.example')).toEqual([]);
  });

  it('include those with the link’s published website, and those with most of their files at its host', () => {
    expect(idsOf('streamwish.com')).toEqual(['wish']);
    expect(idsOf('doodstream.com')).toEqual([]);
    expect(idsOf('players.example')).toEqual(['one']);
  });
});

const links = [
  { line: 2, text: 'https://share.example/d/a1b2c3d4e5f6', fileCode: 'a1b2c3d4e5f6', host: 'share.example' },
  {
    line: 3,
    text: 'https://nowhere.example/e/a1b2c3d4e5f6',
    fileCode: 'a1b2c3d4e5f6',
    host: 'nowhere.example',
  },
  { line: 3, text: 'https://share.example/d/ffffffffffff', fileCode: 'ffffffffffff', host: 'share.example' },
];

it('links are grouped by host, and the check has the whole paste, in its order', () => {
  expect(groupByHost(links, idsOf).map(({ host, count, accountIds }) => [host, count, accountIds])).toEqual([
    ['share.example', 2, ['one']],
    ['nowhere.example', 1, []],
  ]);
  const all = newLinks(links, [{ line: 1, text: 'My holiday' }], idsOf);
  expect(all.map(({ line, fileCode, accountIds }) => [line, fileCode, accountIds])).toEqual([
    [1, null, []],
    [2, 'a1b2c3d4e5f6', ['one']],
    [3, 'a1b2c3d4e5f6', []],
    [3, 'ffffffffffff', ['one']],
  ]);
});

it('a result has its reason, and is saved as a table that no spreadsheet executes', () => {
  const [leftOut, there, nobody, gone] = newLinks(links, [{ line: 1, text: '=1+1, "twice"' }], idsOf).map(
    toCheckedLink,
  );
  const results: CheckedLink[] = [
    leftOut as CheckedLink,
    { ...(there as CheckedLink), verdict: 'there' },
    nobody as CheckedLink,
    { ...(gone as CheckedLink), verdict: 'gone', reason: 'not-found', msg: 'Not found or not your file' },
  ];
  expect(results.map(reasonText)).toEqual([
    'No link to a file',
    '',
    'No account at nowhere.example',
    expect.stringMatching(/doesn’t know this file.*“.?Not found or not your file.?”/u),
  ]);
  expect(linksCsv(results).split('\r\n')).toEqual([
    'line,link,code,result,reason,service',
    `1,"'=1+1, ""twice""",,left-out,,`,
    '2,https://share.example/d/a1b2c3d4e5f6,a1b2c3d4e5f6,there,,',
    '3,https://nowhere.example/e/a1b2c3d4e5f6,a1b2c3d4e5f6,unknown,no-account,',
    '3,https://share.example/d/ffffffffffff,ffffffffffff,gone,not-found,Not found or not your file',
    '',
  ]);
});
