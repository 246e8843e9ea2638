import { expect, test } from 'vitest';
import { uploadGroups } from '../../../components/own-files/upload-files.ts';
import { ProblemError, type Send } from '../../../lib/protocol.ts';

test('folders that can’t be created are named with the reason, and the rest is uploaded', async () => {
  const send = async (_: 'folders.ensure', { name }: { name: string }) => {
    if (name === 'Films') return { id: '7', name };
    throw new ProblemError({ code: 'refused', msg: 'No more folders' });
  };
  const feedback = { notice: null, show: () => {}, run: async () => true };
  const dropped = [['Films'], ['Talks'], ['Talks', '2026'], ['Notes']].map((path) => ({
    file: new File([], 'a.mkv'),
    path,
  }));
  const to = { accountId: 'a', folder: { id: '0', name: '' }, private: false };
  const unread = 'Couldn’t read: “b.mkv”.';
  const acting = { pageApi: { send: send as unknown as Send, now: () => 0 }, feedback };
  expect(await uploadGroups(acting, dropped, to, false, unread)).toMatchObject({
    tone: 'warn',
    text:
      '1 file will be uploaded to “Films”. Couldn’t read: “b.mkv”. Left out: “Talks”, “Notes”. ' +
      'The service refused the request. The service says: “No more folders”',
    about: { isNew: true },
  });
});

test('unreadable files are named, and the rest is uploaded', async () => {
  const feedback = { notice: null, show: () => {}, run: async () => true };
  const dropped = [{ file: new File([], 'a.mkv'), path: [] }];
  const to = { accountId: 'a', folder: { id: '0', name: '' }, private: false };
  const unread = 'Couldn’t read: “b.mkv”.';
  const send = (async () => []) as unknown as Send;
  expect(
    await uploadGroups({ pageApi: { send, now: () => 0 }, feedback }, dropped, to, false, unread),
  ).toMatchObject({
    tone: 'warn',
    text: '1 file will be uploaded to “My files”. Couldn’t read: “b.mkv”.',
  });
});
