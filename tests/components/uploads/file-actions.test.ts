/** A file that has arrived is opened where it can be: in the player, or on its download page. */
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
  const context = {
    showFile: () => {},
    pageApi: { open: record, copy: async (text: string) => record(text) },
    feedback: { show: () => {} },
  } as unknown as Parameters<typeof fileActions>[2];
  const { openPage, copyLink } = fileActions(demo, { fileCode: 'a b', canPlay }, context);
  await openPage.run();
  await copyLink.run();
  expect([openPage.label, copyLink.label]).toEqual([openLabel, copyLabel]);
  expect(done).toEqual(Array(2).fill(`${demo.baseUrl}/${path}/a%20b`));
});
