import { expect, it } from 'vitest';
import { copyFinishedLinks, finishedLinks } from '../../../components/uploads/finished-links.ts';
import type { FilePages } from '../../../lib/accounts/public-address.ts';
import { toUploadItems } from '../../../lib/uploads/upload-items.ts';
import { account, demo, transfer, upload } from '../../gallery/samples/sample.ts';

const items = toUploadItems(
  account([
    transfer({ id: '3', state: 'done', fileCode: 'third', order: -1, createdAtMs: 5, sentAtMs: 90 }),
    transfer({ id: '1', state: 'done', fileCode: 'fi/rst', order: -2, createdAtMs: 5, sentAtMs: 10 }),
    transfer({
      id: '2',
      state: 'failed',
      title: 'Broken\nhttps://evil.example',
      createdAtMs: 5,
      sentAtMs: 20,
    }),
    upload({ id: '0', state: 'refused', title: 'Earlier', createdAtMs: 1 }),
    upload({ id: '5', title: 'Waits', createdAtMs: 9 }),
    transfer({
      id: '4',
      state: 'done',
      fileCode: 'fourth',
      canPlay: false,
      order: -9,
      createdAtMs: 6,
      sentAtMs: 1,
    }),
  ]),
);

const pagesOf = (code: string): FilePages => ({
  download: `https://share.example/d/${encodeURIComponent(code)}`,
  player: `https://play.example/v/${encodeURIComponent(code)}`,
});
const pages = new Map(['third', 'fi/rst', 'fourth'].map((code) => [code, pagesOf(code)]));

it('are in the order they were sent, and failed links are named in their places', () => {
  const { text, count, failed } = finishedLinks(items, pages);
  expect(text.split('\n')).toEqual([
    '# Not uploaded: Earlier',
    'https://play.example/v/fi%2Frst',
    '# Not uploaded: Broken https: //evil.example',
    'https://play.example/v/third',
    'https://share.example/d/fourth',
  ]);
  expect([count, failed.length]).toEqual([3, 2]);
});

it('name files with an unknown address', () => {
  const none = { download: null, player: null };
  const some = new Map([
    ...pages,
    ['third', none],
    ['fi/rst', { ...none, download: 'https://share.example/d/1' }],
  ]);
  const { text, count } = finishedLinks(items, some);
  const titles = items.filter(({ upload }) => upload.fileCode === 'third').map(({ title }) => title);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['https://share.example/d/1', `# ${titles[0]}`, 'https://share.example/d/fourth']),
  );
  expect(count).toBe(2);
});

it('are reported as copied, with the number of failures', async () => {
  const copied: string[] = [];
  const shown: unknown[] = [];
  const pageApi = {
    copy: async (text: string) => void copied.push(text),
    send: async (_: string, { fileCodes }: { fileCodes: readonly string[] }) => fileCodes.map(pagesOf),
  };
  const outcome = {
    show: (notice: unknown) => shown.push(notice),
    run: (work: Promise<unknown>) => work.then(() => true),
  };
  await copyFinishedLinks(demo, items, pageApi as never, outcome as never);
  expect(copied).toHaveLength(1);
  expect(shown).toMatchObject([
    { tone: 'good', text: expect.stringMatching(/3 links copied.*Not uploaded: Earlier/) },
  ]);
});
