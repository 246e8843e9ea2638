import { describe, expect, it } from 'vitest';
import {
  createTakedownFilter,
  protectedAddress,
  takedownRows,
  takedownsCsv,
} from '../../../components/takedowns/takedown-rows.ts';
import type { ListedTakedown } from '../../../lib/protocol.ts';
import { buildSnapshot, file, folder } from '../../gallery/samples/files.ts';

const baseUrl = 'https://files.example/host';
const account = { baseUrl };
const takedown = (fileCode: string, change: Partial<ListedTakedown> = {}): ListedTakedown => ({
  fileCode,
  folderId: '0',
  protectedDownload: null,
  protectedEmbed: null,
  reportedOn: '2026-11-18 09:30:00',
  disabledOn: null,
  deletesOn: null,
  deletesInSeconds: null,
  isNew: false,
  ...change,
});
const snapshotWith = (titles: Readonly<Record<string, string>>) =>
  buildSnapshot(
    Object.entries(titles).map(([fileCode, title]) => file({ fileCode, title, folderId: '5' })),
    [folder('5', 'Évora')],
  );

describe('the rows', () => {
  it('have the catalog’s title and folder, or the code', () => {
    const snapshot = snapshotWith({ a: 'Known', b: '' });
    const takedowns = [
      takedown('a', { folderId: null }),
      takedown('b', { folderId: '5' }),
      takedown('c', { folderId: '9' }),
      takedown('d', { folderId: null }),
    ];
    const rows = takedownRows(takedowns, snapshot, account);
    expect(rows.map(({ title, folder }) => [title, folder])).toEqual([
      ['Known', 'Évora'],
      ['b', 'Évora'],
      ['c', 'Folder 9'],
      ['d', ''],
    ]);
    expect(rows.map(({ file }) => file?.fileCode ?? null)).toEqual(['a', 'b', null, null]);
    expect(takedownRows(takedowns, null, account).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are newest first, with undated ones last', () => {
    const days = [null, '2026-01-31 10:00:00', '2026-11-01 00:00:00', '2026-11-01 00:00:01', null];
    const rows = takedownRows(
      days.map((reportedOn, at) => takedown(`${at}`, { reportedOn })),
      null,
      account,
    );
    expect(rows.map(({ fileCode }) => fileCode)).toEqual(['3', '2', '1', '0', '4']);
  });

  it('say when the host deletes the file, or has deleted it, if it reports that', () => {
    const text = (deletesOn: string | null, deletesInSeconds: number | null) =>
      takedownRows([takedown('a', { deletesOn, deletesInSeconds })], null, account)[0]?.deletion;
    expect(text('2026-11-22 18:00:00', 190_000)).toBe('Nov 22, 2026 · in 2 days');
    expect(text('2026-11-18 18:00:00', -150_000)).toBe('Nov 18, 2026 · yesterday');
    expect(text(null, 5_400)).toBe('in 1 hr');
    expect(text('2026-11-22 18:00:00', null)).toBe('Nov 22, 2026');
    expect(text(null, null)).toBe('');
  });

  it.each([
    ['', ['a', 'b']],
    ['MOVIE', ['a']],
    ['evora b', ['b']],
    ['nothing', []],
  ])('are found by “%s”', (typed, codes) => {
    const takedowns = [takedown('a', { folderId: '5' }), takedown('b', { folderId: '5' })];
    const rows = takedownRows(takedowns, snapshotWith({ a: 'A movie' }), account);
    expect(createTakedownFilter(rows)(typed).map(({ fileCode }) => fileCode)).toEqual(codes);
  });
});

describe('a protected link', () => {
  it.each([
    ['abc-123', `${baseUrl}/d/abc-123`],
    ['a b?c#d', `${baseUrl}/d/a%20b%3Fc%23d`],
    ['/d/abc', `${baseUrl}/d/abc`],
    ['https://share.example/d/abc', 'https://share.example/d/abc'],
    ['javascript:alert(1)', null],
    ['data:text/html,hello', null],
    ['https://user:secret@share.example/d/abc', null],
    ['..', null],
    ['.', null],
    [null, null],
  ])('%j', (named, address) => {
    expect(protectedAddress({ baseUrl }, 'download', named)).toBe(address);
  });

  it('to the player has a different path', () => {
    expect(protectedAddress({ baseUrl }, 'player', 'abc')).toBe(`${baseUrl}/e/abc`);
  });

  it('links to the account’s website, or nowhere if that is unknown', () => {
    const pages = { player: { base: 'https://play.example', form: '/v/CODE' } };
    const account = { baseUrl: 'https://api.files.example', pages };
    expect(protectedAddress(account, 'player', 'abc')).toBe('https://play.example/v/abc');
    expect(protectedAddress(account, 'player', '/e/abc')).toBe('https://play.example/e/abc');
    expect(protectedAddress({ baseUrl: account.baseUrl }, 'player', 'abc')).toBeNull();
    expect(protectedAddress({ baseUrl: account.baseUrl }, 'player', '/e/abc')).toBeNull();
  });
});

describe('the CSV', () => {
  const head = 'code,title,folder,reported,disabled,protected_download,protected_player,new,deletion\r\n';
  const tableOf = (...takedowns: readonly ListedTakedown[]) =>
    takedownsCsv(
      takedownRows(
        takedowns,
        snapshotWith({ plain: 'Plain', quoted: 'Say "hi", you;', lines: ' two\r\nlines ' }),
        account,
      ),
    );

  it('has a line for each takedown, and empty fields for unknown values', () => {
    const whole = {
      folderId: '5',
      protectedDownload: 'dl',
      protectedEmbed: 'em',
      disabledOn: '2026-11-19 10:00:00',
      isNew: true,
    };
    const silent = { folderId: null, reportedOn: null };
    expect(tableOf(takedown('plain', whole), takedown('gone', silent))).toBe(
      `${head}plain,Plain,Évora,2026-11-18 09:30:00,2026-11-19 10:00:00,${baseUrl}/d/dl,${baseUrl}/e/em,yes,\r\n` +
        'gone,,,,,,,no,\r\n',
    );
  });

  it('quotes separators, and keeps each takedown on one line', () => {
    expect(tableOf(takedown('quoted'), takedown('lines'))).toBe(
      `${head}quoted,"Say ""hi"", you;",My files,2026-11-18 09:30:00,,,,no,\r\n` +
        'lines,two lines,My files,2026-11-18 09:30:00,,,,no,\r\n',
    );
  });

  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'=1"`],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ])('contains no formula: %j', (title, field) => {
    const rows = takedownRows([takedown('a')], snapshotWith({ a: title }), account);
    expect(takedownsCsv(rows)).toBe(`${head}a,${field},My files,2026-11-18 09:30:00,,,,no,\r\n`);
  });
});
