import { expect, it } from 'vitest';
import { fileActions } from '../../../components/uploads/file-actions.ts';
import { demo } from '../../gallery/samples/sample.ts';

it.each([
  [true, 'Open player', 'Copy player link', 'e'],
  [null, 'Open player', 'Copy player link', 'e'],
  [false, 'Open download page', 'Copy link', 'd'],
])('playable: %s', async (canPlay, openLabel, copyLabel, path) => {
  const done: string[] = [];
  const record = (text: string) => void done.push(text);
  const asked: unknown[] = [];
  const pages = { download: `${demo.baseUrl}/d/a%20b`, player: `${demo.baseUrl}/e/a%20b` };
  const context = {
    showFile: () => {},
    pageApi: {
      open: record,
      copy: async (text: string) => record(text),
      send: async (...message: unknown[]) => {
        asked.push(message);
        return [pages];
      },
    },
    feedback: { show: () => {}, run: (work: Promise<unknown>) => work.then(() => true) },
  } as unknown as Parameters<typeof fileActions>[2];
  const { openPage, copyLink } = fileActions(demo, { fileCode: 'a b', canPlay }, context);
  await openPage.run();
  await copyLink.run();
  expect([openPage.label, copyLink.label]).toEqual([openLabel, copyLabel]);
  expect(asked[0]).toEqual(['files.pages', { accountId: demo.id, fileCodes: ['a b'] }]);
  expect(done).toEqual(Array(2).fill(`${demo.baseUrl}/${path}/a%20b`));
});

it('says so if the address is unknown', async () => {
  const shown: unknown[] = [];
  const context = {
    pageApi: { send: async () => [{ download: null, player: null }] },
    feedback: {
      show: (notice: unknown) => shown.push(notice),
      run: (work: Promise<unknown>) => work.then(() => true),
    },
  } as unknown as Parameters<typeof fileActions>[2];
  await fileActions(demo, { fileCode: 'abc', canPlay: null }, context).copyLink.run();
  expect(shown).toMatchObject([{ tone: 'warn', text: expect.stringContaining('files.example') }]);
});
