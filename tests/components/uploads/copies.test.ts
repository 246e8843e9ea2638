/** Copies of a link in one row, and links that have moved to another account. */
import { describe, expect, it } from 'vitest';
import { announceChanges } from '../../../components/uploads/announcements.ts';
import { createArrange } from '../../../components/uploads/arrange-copies.ts';
import { groupRows, toEntry } from '../../../components/uploads/groups.ts';
import { listNotes } from '../../../components/uploads/wording.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { countUnderWay, toUploadItems } from '../../../lib/uploads/upload-items.ts';
import {
  account,
  copies,
  demo,
  now,
  studio,
  transfer,
  twoAccounts,
  upload,
} from '../../gallery/samples/sample.ts';

const link = (accountId: string, change: Partial<Upload> = {}) =>
  transfer({ accountId, linkId: 'link', title: 'film', ...change });
const refused: Partial<Upload> = {
  state: 'refused',
  fileCode: null,
  failure: { code: 'refused', msg: 'No' },
};
const done: Partial<Upload> = { state: 'done', endedAtMs: now, arrivedAtMs: now };

function rowsOf(own: readonly Upload[], others: readonly Upload[]) {
  const view = account(own);
  return toUploadItems({ ...view, arrange: createArrange(view, others, twoAccounts.list) });
}
const groups = (items: ReturnType<typeof rowsOf>) =>
  groupRows(items, now).map(({ name, count }) => `${name} ${count}`);

describe('copies of a link', () => {
  it('are one row, led by the account’s own copy, each with the name and pages of its account', () => {
    const [item, ...others] = rowsOf([link(demo.id)], [link(studio.id, { state: 'queued', fileCode: null })]);
    expect(others).toEqual([]);
    const entry = item && toEntry(item);
    const members = entry && 'members' in entry ? entry.members : [];
    expect(members.map((each) => each.account)).toEqual(['demo', expect.stringContaining('studio')]);
    expect(members.map((each) => each.owner?.id)).toEqual([undefined, studio.id]);
    expect(members.map((each) => each.accountIds)).toEqual(Array(2).fill([demo.id, studio.id]));
    expect(
      members.every((each) => each.copies === undefined),
      'it opens to single rows',
    ).toBe(true);
  });

  it('are in the group of the one that needs the user, otherwise of the first in progress', () => {
    const at = (own: Partial<Upload>, other: Partial<Upload>) =>
      groups(rowsOf([link(demo.id, own)], [link(studio.id, other)]));
    expect(at(done, refused)).toEqual(['attention 1']);
    expect(at(refused, done)).toEqual(['attention 1']);
    expect(at({ state: 'queued', fileCode: null }, {})).toEqual(['active 2']);
    expect(at(done, { state: 'queued', fileCode: null })).toEqual(['waiting 1']);
    expect(at(done, done)).toEqual(['finished 2']);
    const old = { ...done, endedAtMs: now - 48 * 3_600_000 };
    expect(at(old, old)).toEqual(['earlier 2']);
    expect(at(old, { state: 'queued', fileCode: null })).toEqual(['waiting 1']);
  });

  it('are counted individually, like all uploads', () => {
    const items = rowsOf(
      [link(demo.id), upload()],
      [link(studio.id), { ...link(studio.id, done), linkId: 'x' }],
    );
    expect(countUnderWay(items)).toBe(3);
  });

  it('are single rows once only one is left', () => {
    const [item] = rowsOf([link(demo.id)], []);
    expect(item && toEntry(item)).toBe(item);
    expect(item?.account).toBeUndefined();
  });

  it('are still one row after one has moved into the list’s account', () => {
    const items = rowsOf([link(demo.id), link(studio.id, { formerAccountIds: [demo.id] })], []);
    expect(items).toHaveLength(1);
    expect(items[0]?.copies).toHaveLength(1);
  });

  it('stay members of their batch', () => {
    const batch = { id: 'b', size: 10 };
    const own = Array.from({ length: 10 }, (_, at) => link(demo.id, { batch, linkId: `l${at}` }));
    const others = own.map(({ linkId }) => link(studio.id, { batch, linkId }));
    const [group] = groupRows(rowsOf(own, others), now);
    expect(group).toMatchObject({ count: 20, entries: [{ id: 'batch b' }] });
    const [entry] = group?.entries ?? [];
    const members = entry && 'members' in entry ? entry.members.map(toEntry) : [];
    expect(members.every((each) => 'members' in each && each.members.length === 2)).toBe(true);
  });
});

describe('a link that has left an account says why, in both lists', () => {
  const notes = toUploadItems(copies).flatMap(({ upload, note }) =>
    upload.reroute ? [[upload.reroute.reason, ...listNotes(upload, note).map(({ text }) => text)]] : [],
  );
  it.each([
    ['full', /^demo is full\. Switched to .*studio\.$/u],
    ['user', /^Switched from demo to .*studio\.$/u],
    ['failed', /^It failed at demo\. Switched to .*studio\.$/u],
  ])('%s', (reason, text) => {
    expect(notes.find(([each]) => each === reason)?.[1]?.replaceAll(/[\u2066-\u2069]/gu, '')).toMatch(text);
  });

  it('and screen readers announce it', () => {
    const before = rowsOf([link(demo.id, { state: 'queued', fileCode: null })], []);
    const [item] = before;
    const reroute = { reason: 'full', msg: null, atMs: now } as const;
    const after = rowsOf(
      [{ ...item?.upload, accountId: studio.id, formerAccountIds: [demo.id], reroute } as Upload],
      [],
    );
    expect(announceChanges(before, after)).toContain('Switched to');
    expect(announceChanges(after, after)).toBe('');
  });

  it('with the message of the service that refused it', () => {
    const reroute = { reason: 'refused', msg: 'Not allowed', atMs: now } as const;
    const [item] = rowsOf([link(studio.id, { formerAccountIds: [demo.id], reroute })], []);
    expect(item?.note).toContain('Not allowed');
    expect(item?.owner).toBe(studio);
    // Nothing is known about a removed account.
    const [gone] = rowsOf([link(demo.id, { formerAccountIds: ['gone'], reroute })], []);
    expect(gone?.note).toBeUndefined();
  });
});
