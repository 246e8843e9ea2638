/** Pages full of links, and a log of many days. */

import type { ActivityEntry, ActivityKind } from '../../../lib/activity/activity.ts';
import type { CollectedLink, LinkSource } from '../../../lib/links/collected-link.ts';
import { getLinkKind } from '../../../lib/links/link-kind.ts';
import type { Collection } from '../../../lib/protocol.ts';
import type { Progress } from '../../../lib/uploads/tracking/progress.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { demo, measured, now, transfer, upload } from './sample.ts';

export function collected(
  url: string,
  title: string | null = null,
  source: LinkSource = 'link',
): CollectedLink {
  return { url, title, kind: getLinkKind(url), host: new URL(url).host, source };
}

export function collection(links: readonly CollectedLink[], change: Partial<Collection> = {}): Collection {
  return {
    accountId: 'demo',
    pageTitle: 'Recordings of the spring festival',
    pageUrl: 'https://festival.example/2026/recordings',
    links,
    hiddenCount: 0,
    private: false,
    ...change,
  };
}

export const pageLinks: readonly CollectedLink[] = [
  collected('https://festival.example/', 'Home'),
  collected('https://media.festival.example/day-1/opening.mp4', 'Day 1: Opening'),
  collected('https://media.festival.example/day-1/keynote.mkv', 'Day 1: Keynote'),
  collected('https://media.festival.example/day-2/panel.webm', 'Day 2: Panel'),
  collected('https://media.festival.example/day-2/caf%C3%A9.webm'),
  collected('https://media.festival.example/audio/concert.flac', 'Concert, audio only'),
  collected('https://img.festival.example/poster.jpg', 'Poster'),
  collected('https://festival.example/slides.zip', 'All slides'),
  collected('https://festival.example/programme.pdf', 'Programme'),
  collected('https://festival.example/2025/recordings', 'Recordings of last year'),
  collected('https://festival.example/ar', 'النسخة العربية من البرنامج'),
  collected(
    `https://festival.example/${'a-very-long-path/'.repeat(12)}file.mp4`,
    'A title that goes on and on and on, as titles of pages do that were written by people who had much to say and little room',
  ),
];

export const followed: readonly Upload[] = [
  transfer({ url: 'https://media.festival.example/day-1/opening.mp4', state: 'done', endedAtMs: now }),
  transfer({
    url: 'https://media.festival.example/day-1/keynote.mkv',
    state: 'failed',
    failure: { code: 'transfer-failed', msg: '404 Not Found' },
  }),
  transfer({ url: 'https://media.festival.example/day-2/panel.webm', title: 'Day 2: Panel' }),
  upload({ url: 'https://media.festival.example/audio/concert.flac' }),
];
export const atFortyPercent: Progress = { ...measured, bytesDone: 40, bytesTotal: 100 };

export const hiddenLinks: readonly CollectedLink[] = [
  collected('https://media.festival.example/live/closing.mp4', null, 'player'),
  collected('https://media.festival.example/day-3/closing.webm', 'Day 3: Closing', 'metadata'),
  {
    ...collected('https://festival.example/recordings.rss', 'Recordings as a podcast', 'feed'),
    kind: 'feed',
  },
  collected('https://cdn.festival.example/live/master.m3u8', null, 'loaded'),
  collected('https://cdn.festival.example/subtitles/closing.en.vtt', null, 'loaded'),
  ...pageLinks,
];

const endings = ['mp4', 'mp3', 'jpg', 'zip', 'pdf', 'html'];
export const manyLinks: readonly CollectedLink[] = Array.from({ length: 5000 }, (_, index) =>
  collected(`https://host-${index % 40}.example/files/file-${index}.${endings[index % 6]}`, `File ${index}`),
);

const minute = 60_000;
let entryCount = 0;

/** `ago`: in minutes. */
export function entry(kind: ActivityKind, ago: number, change: Partial<ActivityEntry> = {}): ActivityEntry {
  entryCount += 1;
  return {
    id: entryCount,
    atMs: now - ago * minute,
    kind,
    accountId: demo.id,
    uploadId: `upload-${entryCount}`,
    batchId: null,
    source: 'link',
    url: `https://downloads.example/films/film-${entryCount}.mkv`,
    title: null,
    folderId: '11',
    folderName: 'Movies',
    fileCode: kind === 'sent' || kind === 'done' ? `code${entryCount}` : null,
    code: null,
    msg: null,
    ref: `upload-${entryCount} 1`,
    ...change,
  };
}

/** Newest first. */
export const someActivity: readonly ActivityEntry[] = [
  entry('sent', 1, { title: 'big-buck-bunny' }),
  entry('done', 2, { title: 'elephants-dream' }),
  entry('refused', 8, { title: 'holiday.mkv', msg: 'Not allowed' }),
  entry('uncertain', 31, { title: 'lecture-07' }),
  entry('done', 70, { title: 'spring', folderId: '0', folderName: null }),
  entry('failed', 60 * 25, { title: 'cosmos-laundromat' }),
  entry('failed', 60 * 26, {
    title:
      'A title that goes on and on and on, as titles of pages do that were written by people with much to say',
    msg: 'The source answered 403 after a while; please contact the operator, quoting the address of the file.',
  }),
  entry('cancelled', 60 * 27, { title: 'فيلم قصير عن البحر' }),
  entry('refused', 60 * 24 * 9, { title: 'agent-327' }),
  entry('done', 60 * 24 * 400, { title: 'tears-of-steel' }),
];

/** @param stages newest first: kind and minutes ago */
const stages = (
  change: Partial<ActivityEntry> & { readonly uploadId: string; readonly title: string },
  ...stages: readonly (readonly [ActivityKind, number])[]
): readonly ActivityEntry[] =>
  stages.map(([kind, ago]) =>
    entry(kind, ago, { url: `https://downloads.example/${change.title}`, ...change }),
  );

/** Some were sent together. */
export const stagedActivity: readonly ActivityEntry[] = [
  ...stages({ uploadId: 'spring', title: 'spring' }, ['done', 2], ['sent', 4], ['failed', 30], ['sent', 34]),
  ...[1, 2, 3].flatMap((at) =>
    stages(
      { uploadId: `e${at}`, batchId: 'season', title: `Episode ${at}` },
      ...(at === 2
        ? ([
            ['dismissed', 38],
            ['failed', 39],
          ] as const)
        : ([['done', 40 + at]] as const)),
      ['sent', 50 + at],
    ),
  ),
  ...stages(
    { uploadId: 'agent', title: 'agent-327' },
    ...[60, 70, 80, 90, 100, 110].flatMap(
      (ago) =>
        [
          ['failed', ago],
          ['sent', ago + 4],
        ] as const,
    ),
    ['sent', 60 * 26],
  ),
  ...someActivity,
].toSorted((one, other) => other.atMs - one.atMs);

const kinds: readonly ActivityKind[] = ['sent', 'done', 'done', 'failed'];
export const manyActivity: readonly ActivityEntry[] = Array.from({ length: 1000 }, (_, index) =>
  entry(kinds[index % 4] ?? 'done', index * 20),
);
