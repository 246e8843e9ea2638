import { describe, expect, test } from 'vitest';
import {
  type Evidence,
  type FileSearch,
  judgeByFiles,
  judgeByTransfers,
  type KnownTransfer,
  matchFiles,
  matchTransfers,
  scheduleNextCheck,
  type Verdict,
} from '../../../../lib/uploads/requests/evidence.ts';
import type { Uncertainty, Upload } from '../../../../lib/uploads/upload.ts';
import { sampleUncertainty, sampleUpload } from '../samples.ts';

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

  const mine = sampleUpload({ ...sent, url });
  const isFound = { one: { kind: 'found', fileCode: 'x' } };
  const equal = sampleUpload({ id: 'two', state: 'sending', url });
  const isOpen = { one: { kind: 'open' } };
  const unnamed = { ...transfer('', url), fileCode: null };

  test.each<[string, unknown, KnownTransfer, ReadonlySet<string>?, Upload[]?]>([
    ['as it was sent', isFound, transfer('x', url)],
    ['that is shown decoded', isFound, transfer('x', 'https://a.example/some film.mp4?part=1')],
    ['of another link', {}, transfer('x', 'https://a.example/some%20film.mp4?part=2')],
    ['that was cut', isOpen, transfer('x', 'https://a.example/some film')],
    ['in lower case', isOpen, transfer('x', 'https://a.example/SOME FILM.mp4?part=1')],
    ['where it was redirected to', isOpen, transfer('x', 'http://cdn.example/7/Some%20Film.mp4?t=1')],
    [
      'of the same name, from before it was sent',
      {},
      transfer('x', 'http://cdn.example/7/some film.mp4', { firstSeenAtMs: 999 }),
    ],
    ['that was cut in the host', {}, transfer('x', 'https://a.exam')],
    ['of a transfer that another upload has claimed', {}, transfer('x', url), new Set(['x'])],
    ['that was there before the upload was sent', isOpen, transfer('x', url, { firstSeenAtMs: 999 })],
    ['that was there since', isFound, transfer('x', url, { firstSeenAtMs: 1_000 })],
    ['of a transfer without a code', { one: { kind: 'unnamed' } }, unnamed],
    ['that an equal active link may have', isOpen, transfer('x', url), nobody, [equal]],
  ])('an address %s', (_, verdicts, listed, claimed, sending) => {
    expect(found([mine], [listed], claimed, sending)).toEqual(verdicts);
  });

  test('a transfer with a code is matched before one without', () => {
    expect(found([mine], [unnamed, transfer('x', url)])).toEqual(isFound);
  });

  test('of two equal links, the first gets the only transfer', () => {
    const uploads = [mine, { ...mine, id: 'two', order: 2 }];
    expect(found(uploads, [transfer('x', url)])).toEqual(isFound);
  });

  test('links that differ by their fragments each get their own transfer, and none gets one without a fragment', () => {
    const [f1, f2] = [`${url}#k/file/F1`, `${url}#k/file/F2`];
    const uploads = [sampleUpload({ ...sent, url: f1 }), sampleUpload({ ...sent, id: 'two', url: f2 })];
    expect(found(uploads, [transfer('x', f2)])).toEqual({ two: { kind: 'found', fileCode: 'x' } });
    expect(found(uploads.slice(0, 1), [transfer('x', url)])).toEqual(isFound);
    expect(found(uploads, [transfer('x', url)])).toEqual({ one: { kind: 'open' }, two: { kind: 'open' } });
  });

  test('of two equal transfers, each link gets the one in its folder', () => {
    const uploads = [
      { ...mine, folder: { id: '5', name: 'Five' } },
      { ...mine, id: 'two', folder: { id: '6', name: 'Six' } },
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

  const uncertainty = sampleUncertainty({ cause: 'turned-away', unconfirmedAtMs: 1 });
  const lecture = sampleUpload({ ...sent, url: 'https://a.example/files/lecture%2007.mp4?x=1' });
  const away = { ...lecture, uncertainty };
  const nameless = sampleUpload({ ...sent, url: 'https://a.example/', uncertainty });
  const alike = sampleUpload({ ...sent, id: 'three', title: 'watch' });
  const absent = { kind: 'absent' } as const;
  const open = { kind: 'open' } as const;
  const at = (place: number) => ({ kind: 'found', fileCode: `file${place}` }) as const;

  test.each<[what: string, verdict: Verdict, ...given: Parameters<typeof judge>]>([
    ['no new file', absent, film],
    ['no new file, while no title was sent', absent, untitled],
    ['one file with the title, as services rewrite it', at(1), film, listing('other', 'Big Buck Bunny')],
    ['one file with the name from the address', at(0), lecture, listing('lecture 07')],
    ['two files with the title', open, film, listing('Big Buck Bunny', 'big_buck_bunny')],
    ['one that another may claim', open, film, listing('Big Buck Bunny'), [{ ...film, id: 'rival' }]],
    ['one that may be older', open, film, { ...listing('Big Buck Bunny'), hasOnlyNew: false }],
    ['files with other titles than the sent one', absent, film, listing('Sintel', 'Tears of Steel')],
    ['a file with a title that was cut', open, film, listing('Big Buck')],
    ['other files, while no title was sent', open, untitled, listing('Sintel')],
    ['only files that are explained', absent, untitled, listing('Sintel'), [], new Set(['file0'])],
    ['another file, for a turned-away upload', absent, away, listing('Sintel')],
    ['two files with its predicted title', open, away, listing('lecture 07', 'lecture_07')],
    ['a file with its predicted title', at(0), away, listing('lecture 07')],
    ['a file, while no title can be predicted', open, nameless, listing('Sintel')],
    ['a file whose title has only signs, while none can be predicted', open, nameless, listing('????')],
    ['a file that another upload expects', absent, untitled, listing('Big Buck Bunny'), [film]],
    ['that and another file', open, untitled, listing('Big Buck Bunny', 'Sintel'), [film]],
    ['a file that may be either’s', open, untitled, listing('watch'), [alike]],
    ['more files than were read', open, film, { ...listing(), isComplete: false }],
  ])('%s', (_, verdict, ...given) => {
    expect(judge(...given)).toEqual(verdict);
  });

  test('two files that are duplicates of one repeated request are found, and both are explained', () => {
    const duplicates = (seconds: string) => {
      const seen = listing('Big Buck Bunny', 'Big Buck Bunny');
      const dates = ['2026-01-01 10:00:00', `2026-01-01 10:00:${seconds}`];
      return { ...seen, files: seen.files.map((file, at) => ({ ...file, uploaded: dates[at] ?? null })) };
    };
    expect(judge(film, duplicates('15'))).toEqual(at(0));
    expect(judge(film, duplicates('16'))).toEqual(open);
    expect(matchFiles([film, untitled], [], duplicates('01'), nobody).get('two')).toEqual(absent);
  });

  test('a file that was found for one upload explains it for the others', () => {
    const verdicts = matchFiles([film, untitled], [], listing('Big Buck Bunny'), nobody);
    expect([...verdicts.values()]).toEqual([at(0), absent]);
  });
});

/** Times in seconds. */
const uncertain = (since: number, unconfirmed: number | null, changes: Partial<Upload> = {}) =>
  sampleUpload({
    ...sent,
    sentAtMs: (since - 1) * 1_000,
    failure: { code: 'network', msg: null },
    uncertainty: sampleUncertainty({
      sinceMs: since * 1_000,
      unconfirmedAtMs: unconfirmed && unconfirmed * 1_000,
    }),
    ...changes,
  });
const answered = (cause: Uncertainty['cause']) =>
  uncertain(100, null, { uncertainty: sampleUncertainty({ cause, sinceMs: 100_000 }) });
const cutOff = { failure: { code: 'aborted', msg: null } } as const;
const longAgo = { ...cutOff, sentAtMs: 1_000 };

test.each<[what: string, upload: Upload, started: number, now: number, next: string]>([
  ['is early while the request may still arrive', uncertain(100, null), 105, 106, 'early 110'],
  ['is sooner after a refusal', answered('turned-away'), 104, 104, 'early 105'],
  ['is sooner where it was queued already', answered('already-queued'), 104, 104, 'early 105'],
  ['counts sooner after a refusal', answered('turned-away'), 105, 106, 'unconfirmed 116'],
  ['counts sooner where it was queued already', answered('already-queued'), 105, 106, 'unconfirmed 116'],
  ['is later if the process ended meanwhile', uncertain(100, null, cutOff), 111, 111, 'early 139'],
  ['counts if it ended long ago', uncertain(100, null, longAgo), 111, 111, 'unconfirmed 121'],
  ['that counts first is followed by another', uncertain(100, null), 111, 113, 'unconfirmed 123'],
  ['waits for the time of that', uncertain(100, 113), 120, 120, 'unconfirmed 123'],
  ['decides then', uncertain(100, 113), 123, 124, 'now'],
])('a check %s', (_, upload, started, now, expected) => {
  const next = scheduleNextCheck(upload, started * 1_000, now * 1_000);
  expect(next === null ? 'now' : `${next.after} ${next.atMs / 1_000}`).toBe(expected);
});

describe('the verdict', () => {
  const second = 1_000;
  const startedAtMs = 1_000 * second;
  const link = (changes: Partial<Uncertainty> = {}, of: Partial<Upload> = {}) =>
    sampleUpload({
      ...sent,
      attempts: 1,
      failure: { code: 'network', msg: null },
      uncertainty: sampleUncertainty({ sinceMs: 900 * second, unconfirmedAtMs: 950 * second, ...changes }),
      ...of,
    });
  const evidence = (upload: Upload, given: Partial<Evidence> = {}): Evidence => ({
    ...{ uncertain: [upload], due: new Set([upload.id]), sending: [], transfers: [] },
    ...{ claimed: nobody, list: 'complete', isListAwaited: false, startedAtMs, ...given },
  });
  /** All values of an action. Times in seconds from now. */
  const summarise = (value: unknown): string => {
    if (typeof value === 'number') return `+${(value - startedAtMs) / second}`;
    return typeof value === 'object' && value ? Object.values(value).map(summarise).join(' ') : String(value);
  };

  const own = transfer('x', sampleUpload().url);
  const cut = transfer('x', sampleUpload().url.slice(0, -3));
  test.each<[what: string, expected: string, upload: Upload, given?: Partial<Evidence>]>([
    ['its transfer', 'accept x evidence', link(), { transfers: [own] }],
    ['its transfer, while it is not due', 'accept x evidence', link(), { transfers: [own], due: nobody }],
    [
      'its transfer without a code',
      'scheduleCheck +20 early',
      link(),
      { transfers: [{ ...own, fileCode: null }] },
    ],
    ['one that may be its', 'scheduleCheck +10 open', link(), { transfers: [cut] }],
    ['one that may be its, for the third time', 'askUser', link({ checks: 2 }), { transfers: [cut] }],
    ['one that may be its, while it is not due', 'undefined', link(), { transfers: [cut], due: nobody }],
    [
      'no transfer, too early',
      'scheduleCheck early +9',
      link({ sinceMs: 999 * second, unconfirmedAtMs: null }),
    ],
    ['no transfer, for the first time', 'scheduleCheck unconfirmed +10', link({ unconfirmedAtMs: null })],
    ['no transfer in part of a list', 'undecided', link({ unconfirmedAtMs: null }), { list: 'partial' }],
    ['no transfer twice', 'undecided', link()],
    ['no transfer, of one that the user decides', 'undefined', link({ nextCheckAtMs: null })],
  ])('from %s: %s', (_, expected, upload, given) => {
    const { actions, undecided } = judgeByTransfers(evidence(upload, given), startedAtMs);
    expect(undecided.length > 0 ? 'undecided' : summarise(actions.get(upload.id))).toBe(expected);
  });

  const turnedAway = { cause: 'turned-away', sinceMs: 0 } as const;
  const words = { failure: { code: 'refused', msg: 'No' } } as const;
  const pending = sampleUpload({ ...sent, id: 'other', state: 'sending' });
  const none = { list: 'none' } as const;
  const there: Verdict = { kind: 'found', fileCode: 'y' };
  const early = { sinceMs: startedAtMs - 60 * second };
  test.each<
    [
      what: string,
      expected: string,
      upload: Upload,
      verdict: Verdict,
      given?: Partial<Evidence>,
      more?: { serviceTime?: string; others?: readonly Upload[] },
    ]
  >([
    ['its file', 'accept y evidence', link(), there],
    ['its file, without a list', 'accept y evidence', link(), there, none],
    ['no file', 'requeue null', link(), { kind: 'absent' }],
    ['no file, after the second try', 'requeue network +2', link({}, { attempts: 2 }), { kind: 'absent' }],
    [
      'no file, after many tries',
      'refuse too-many-attempts null',
      link({}, { attempts: 6 }),
      { kind: 'absent' },
    ],
    ['no file, after a refusal in words', 'refuse refused No', link({}, words), { kind: 'absent' }],
    ['no file and part of a list', 'scheduleCheck +10 open', link(), { kind: 'absent' }, { list: 'partial' }],
    ['files that may be its', 'scheduleCheck +10 open', link(), { kind: 'open' }],
    ['files that may be its, for the third time', 'askUser', link({ checks: 2 }), { kind: 'open' }],
    [
      'files that may be another’s',
      'scheduleCheck +20 unconfirmed',
      link(),
      { kind: 'open' },
      {},
      { others: [pending] },
    ],
    [
      'files that may be another’s, for too long',
      'scheduleCheck +10 open',
      link({ sinceMs: 0 }),
      { kind: 'open' },
      {},
      { others: [pending] },
    ],
    ['no file, without a list', 'scheduleCheck +10 open', link(early), { kind: 'absent' }, none],
    [
      'no file, without a list, while it is not due',
      'undefined',
      link(),
      { kind: 'absent' },
      { ...none, due: nobody },
    ],
    [
      'no file, without a list, for the third time',
      'askUser +10',
      link({ ...early, checks: 2 }),
      { kind: 'absent' },
      none,
    ],
    [
      'no file, for the third time, before a failing list is read again',
      'scheduleCheck +10 early',
      link({ ...early, checks: 2 }),
      { kind: 'absent' },
      { ...none, isListAwaited: true },
    ],
    [
      'no file, without a list, where it was turned away',
      'scheduleCheck +10 early',
      link({ cause: 'turned-away', ...early }),
      { kind: 'absent' },
      none,
    ],
    [
      'no file, without a list, where it was turned away long ago',
      'requeue null',
      link({ ...turnedAway, checks: 2 }),
      { kind: 'absent' },
      none,
    ],
    [
      'no file, without a list, where it was turned away long ago, and not often enough',
      'scheduleCheck +100 open',
      link(turnedAway),
      { kind: 'absent' },
      none,
    ],
    [
      'no file, without a list, where it was turned away a minute ago by the service’s clock',
      'scheduleCheck +100 early',
      link({ ...turnedAway, checks: 2 }, { baseline: { serviceTime: '2026-01-01 10:00:00', fileCodes: [] } }),
      { kind: 'absent' },
      none,
      { serviceTime: '2026-01-01 10:01:00' },
    ],
  ])('from %s: %s', (_, expected, upload, verdict, given, { serviceTime = null, others = [] } = {}) => {
    const verdicts = new Map([[upload.id, verdict]]);
    const files = { undecided: [upload], others, verdicts, serviceTime };
    const actions = judgeByFiles(evidence(upload, given), files, startedAtMs, () => 1);
    expect(summarise(actions.get(upload.id))).toBe(expected);
  });
});
