import { describe, expect, test } from 'vitest';
import {
  type FileSearch,
  interrupted,
  type KnownTransfer,
  matchFiles,
  matchTransfers,
  scheduleNextCheck,
} from '../../../../lib/uploads/sending/evidence.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { sampleUpload } from '../samples.ts';

const sent = { state: 'uncertain', sentAtMs: 1_000 } as const;
const nobody: ReadonlySet<string> = new Set();

function transfer(fileCode: string, url: string, changes: Partial<KnownTransfer> = {}): KnownTransfer {
  return { fileCode, url, folderId: '0', firstSeenAtMs: null, ...changes };
}

function found(
  uploads: readonly Upload[],
  transfers: readonly KnownTransfer[],
  claimed = nobody,
  sending: Upload[] = [],
) {
  return Object.fromEntries(matchTransfers(uploads, transfers, claimed, sending));
}

describe('among the transfers', () => {
  const url = 'https://a.example/some%20film.mp4?part=1';

  test.each([
    ['as it was sent', url],
    ['decoded', 'https://a.example/some film.mp4?part=1'],
    ['decoded twice', decodeURIComponent(encodeURI(url))],
    ['with space around', `  ${url}\n`],
    ['without its fragment', url],
    ['with entities', url.replace('?', '?').concat('')],
  ])('an address that is shown %s is found', (_, echoed) => {
    const upload = sampleUpload({ ...sent, url: `${url}#t=10` });
    expect(found([upload], [transfer('x', echoed)])).toEqual({ one: { kind: 'found', fileCode: 'x' } });
  });

  test('the address of another link is not found', () => {
    expect(
      found([sampleUpload({ ...sent, url })], [transfer('x', 'https://a.example/some%20film.mp4?part=2')]),
    ).toEqual({});
  });

  test('an address that was cut may be that of the link: neither found nor absent, unless it differs in the host', () => {
    const upload = sampleUpload({ ...sent, url });
    expect(found([upload], [transfer('x', 'https://a.example/some film')])).toEqual({
      one: { kind: 'open' },
    });
    expect(found([upload], [transfer('x', 'https://a.exam')])).toEqual({});
  });

  test('a transfer that another upload has claimed is not found', () => {
    const upload = sampleUpload({ ...sent, url });
    expect(found([upload], [transfer('x', url)], new Set(['x']))).toEqual({});
  });

  test('a transfer that was there before the upload was sent proves nothing, not even an absence', () => {
    const upload = sampleUpload({ ...sent, url });
    expect(found([upload], [transfer('x', url, { firstSeenAtMs: 999 })])).toEqual({ one: { kind: 'open' } });
    expect(found([upload], [transfer('x', url, { firstSeenAtMs: 1_000 })])).toEqual({
      one: { kind: 'found', fileCode: 'x' },
    });
  });

  test('a transfer that may belong to an equal active link is not assigned yet', () => {
    const upload = sampleUpload({ ...sent, url });
    const other = sampleUpload({ id: 'two', state: 'sending', url });
    expect(found([upload], [transfer('x', url)], nobody, [other])).toEqual({ one: { kind: 'open' } });
  });

  test('of two equal links, the first gets the only transfer', () => {
    const uploads = [sampleUpload({ ...sent, url }), sampleUpload({ ...sent, id: 'two', order: 2, url })];
    expect(found(uploads, [transfer('x', url)])).toEqual({ one: { kind: 'found', fileCode: 'x' } });
  });

  test('of two equal transfers, each link gets the one in its folder', () => {
    const uploads = [
      sampleUpload({ ...sent, url, folder: { id: '5', name: 'Five' } }),
      sampleUpload({ ...sent, id: 'two', url, folder: { id: '6', name: 'Six' } }),
    ];
    const transfers = [
      transfer('in-six', url, { folderId: '6' }),
      transfer('in-five', url, { folderId: '5' }),
    ];
    expect(found(uploads, transfers)).toEqual({
      one: { kind: 'found', fileCode: 'in-five' },
      two: { kind: 'found', fileCode: 'in-six' },
    });
  });
});

describe('among the newest files', () => {
  const film = sampleUpload({ ...sent, title: 'Big_Buck.Bunny.mp4' });
  const untitled = sampleUpload({ ...sent, id: 'two', url: 'https://a.example/watch?v=2' });
  const listing = (...titles: string[]): FileSearch => ({
    files: titles.map((title, at) => ({ fileCode: `file${at}`, title, folderId: '0', uploaded: null })),
    isComplete: true,
    hasOnlyNew: true,
  });
  const judge = (upload: Upload, seen = listing(), others: Upload[] = [], explained = nobody) =>
    matchFiles([upload], others, seen, explained).get(upload.id);

  test('no new file: absent', () => {
    expect(judge(film)).toEqual({ kind: 'absent' });
    expect(judge(untitled)).toEqual({ kind: 'absent' });
  });

  test('one file with the title, as services rewrite it: found', () => {
    expect(judge(film, listing('other', 'Big Buck Bunny'))).toEqual({ kind: 'found', fileCode: 'file1' });
  });

  test('one file with the name from the address: found', () => {
    const upload = sampleUpload({ ...sent, url: 'https://a.example/files/lecture%2007.mp4?x=1' });
    expect(judge(upload, listing('lecture 07'))).toEqual({ kind: 'found', fileCode: 'file0' });
  });

  test('two files with the title: undecided', () => {
    expect(judge(film, listing('Big Buck Bunny', 'big_buck_bunny'))).toEqual({ kind: 'open' });
  });

  test('two files that are twins of one repeated request: found, and both are explained', () => {
    const twins = (seconds: string) => {
      const seen = listing('Big Buck Bunny', 'Big Buck Bunny');
      const dates = ['2026-01-01 10:00:00', `2026-01-01 10:00:${seconds}`];
      return { ...seen, files: seen.files.map((file, at) => ({ ...file, uploaded: dates[at] ?? null })) };
    };
    expect(judge(film, twins('15'))).toEqual({ kind: 'found', fileCode: 'file0' });
    expect(judge(film, twins('16'))).toEqual({ kind: 'open' });
    const elsewhere = twins('15');
    const [first, second] = elsewhere.files;
    const files = [first, second && { ...second, folderId: '7' }].flatMap((file) => file ?? []);
    expect(judge(film, { ...elsewhere, files })).toEqual({ kind: 'open' });
    expect(matchFiles([film, untitled], [], twins('01'), nobody).get('two')).toEqual({ kind: 'absent' });
  });

  test('one file that another uncertain upload may claim: undecided', () => {
    const rival = { ...film, id: 'rival' };
    expect(judge(film, listing('Big Buck Bunny'), [rival])).toEqual({ kind: 'open' });
  });

  test('one file that may be older, because the service ignores the time: undecided', () => {
    expect(judge(film, { ...listing('Big Buck Bunny'), hasOnlyNew: false })).toEqual({ kind: 'open' });
  });

  test('files with other titles than the sent one: absent', () => {
    expect(judge(film, listing('Sintel', 'Tears of Steel'))).toEqual({ kind: 'absent' });
  });

  test('a file with a title that was cut: undecided', () => {
    expect(judge(film, listing('Big Buck'))).toEqual({ kind: 'open' });
  });

  test('other files, while no title was sent: undecided, unless they are explained', () => {
    expect(judge(untitled, listing('Sintel'))).toEqual({ kind: 'open' });
    expect(judge(untitled, listing('Sintel'), [], new Set(['file0']))).toEqual({ kind: 'absent' });
  });

  test('other files, while no title was sent, of a turned-away upload: absent, unless the title is the predicted one', () => {
    const uncertainty = {
      cause: 'turned-away',
      sinceMs: 1,
      unconfirmedAtMs: 1,
      checks: 0,
      nextCheckAtMs: 1,
    } as const;
    const away = sampleUpload({ ...sent, url: 'https://a.example/lecture-07.mp4', uncertainty });
    expect(judge(away, listing('Sintel'))).toEqual({ kind: 'absent' });
    expect(judge(away, listing('lecture 07', 'lecture_07'))).toEqual({ kind: 'open' });
    expect(judge(away, listing('lecture 07'))).toEqual({ kind: 'found', fileCode: 'file0' });
    const nameless = sampleUpload({ ...sent, url: 'https://a.example/', uncertainty });
    expect(judge(nameless, listing('Sintel'))).toEqual({ kind: 'open' });
  });

  test('a file that was found for one upload explains it for the others', () => {
    const verdicts = matchFiles([film, untitled], [], listing('Big Buck Bunny'), nobody);
    expect(verdicts.get('one')).toEqual({ kind: 'found', fileCode: 'file0' });
    expect(verdicts.get('two')).toEqual({ kind: 'absent' });
  });

  test('a file that another uncertain upload expects is explained, unless it may be either’s', () => {
    expect(judge(untitled, listing('Big Buck Bunny'), [film])).toEqual({ kind: 'absent' });
    expect(judge(untitled, listing('Big Buck Bunny', 'Sintel'), [film])).toEqual({ kind: 'open' });
    const alike = sampleUpload({ ...sent, id: 'three', title: 'watch' });
    expect(judge(untitled, listing('watch'), [alike])).toEqual({ kind: 'open' });
  });

  test('more files than were read: undecided', () => {
    expect(judge(film, { ...listing(), isComplete: false })).toEqual({ kind: 'open' });
  });
});

describe('scheduling the check of an uncertain upload', () => {
  const second = 1_000;
  const uncertain = (sinceMs: number, unconfirmedAtMs: number | null, changes: Partial<Upload> = {}) =>
    sampleUpload({
      ...{ ...sent, sentAtMs: sinceMs - second, failure: { code: 'network', msg: null }, ...changes },
      uncertainty: { cause: 'no-answer', sinceMs, unconfirmedAtMs, checks: 0, nextCheckAtMs: sinceMs },
    });

  test('is early while the request may still arrive', () => {
    expect(scheduleNextCheck(uncertain(100 * second, null), 105 * second, 106 * second)).toEqual({
      ...{ after: 'early', atMs: 110 * second },
    });
  });

  test('is sooner after a response: only an earlier repeat may still arrive', () => {
    for (const cause of ['turned-away', 'already-queued'] as const) {
      const upload = uncertain(100 * second, null);
      const answered = { ...upload, uncertainty: upload.uncertainty && { ...upload.uncertainty, cause } };
      expect(scheduleNextCheck(answered, 104 * second, 104 * second)).toEqual({
        after: 'early',
        atMs: 105 * second,
      });
      expect(scheduleNextCheck(answered, 105 * second, 106 * second)).toEqual({
        after: 'unconfirmed',
        atMs: 116 * second,
      });
    }
  });

  test('is later for an upload whose process ended during its request', () => {
    const cutOff = uncertain(100 * second, null, { failure: { code: interrupted, msg: null } });
    expect(scheduleNextCheck(cutOff, 111 * second, 111 * second)).toEqual({
      after: 'early',
      atMs: 139 * second,
    });
    const old = uncertain(100 * second, null, {
      failure: { code: interrupted, msg: null },
      sentAtMs: 1 * second,
    });
    expect(scheduleNextCheck(old, 111 * second, 111 * second)).toMatchObject({ after: 'unconfirmed' });
  });

  test('follows the first check that counts with a deciding one', () => {
    const upload = uncertain(100 * second, null);
    expect(scheduleNextCheck(upload, 111 * second, 113 * second)).toEqual({
      after: 'unconfirmed',
      atMs: 123 * second,
    });
    const unconfirmed = uncertain(100 * second, 113 * second);
    expect(scheduleNextCheck(unconfirmed, 120 * second, 120 * second)).toEqual({
      after: 'unconfirmed',
      atMs: 123 * second,
    });
    expect(scheduleNextCheck(unconfirmed, 123 * second, 124 * second)).toBeNull();
  });

  test('starts anew after the clock was set back', () => {
    expect(scheduleNextCheck(uncertain(100 * second, null), 50 * second, 50 * second)).toEqual({
      ...{ after: 'early', atMs: 60 * second },
    });
    const unconfirmed = uncertain(100 * second, 300 * second);
    expect(scheduleNextCheck(unconfirmed, 200 * second, 201 * second)).toEqual({
      after: 'unconfirmed',
      atMs: 211 * second,
    });
  });
});
