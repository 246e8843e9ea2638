import { describe, expect, it } from 'vitest';
import { nothingNotice, sentNotice } from '../../../components/add-links/wording.ts';
import type { UndoContext } from '../../../components/undo/undo.ts';
import type { Send } from '../../../lib/protocol.ts';

const movies = { id: '11', name: 'Movies' };

describe('the outcome of sending links', () => {
  it('names duplicates and lines without a link', () => {
    const duplicates = [1, 2, 3, 4].map((n) => `https://a.example/${n}.iso`);
    const sent = { queued: 2, duplicates, invalid: ['?'] };
    expect(sentNotice(sent, movies, async () => {}).text).toBe(
      '4 of 6 are already there: “1.iso”, “2.iso”, “3.iso”, 1 more. ' +
        'This isn’t a link: “?” 2 links are queued for “Movies”.',
    );
    const none = { queued: 0, duplicates: duplicates.slice(0, 1), invalid: [] };
    expect(sentNotice(none, movies, async () => {}).text).toBe('Already there: “1.iso”.');
    expect(nothingNotice(['a', 'b', 'c', 'd', 'e']).text).toMatch(/: “a”, “b”, “c”, 2 more$/);
  });

  it('says once that private links aren’t fetched by the browser, and offers the service', () => {
    const heldPrivate = ['https://a.example/1.iso', 'https://a.example/2.iso'];
    const sent = { queued: 0, duplicates: heldPrivate, heldPrivate, invalid: [] };
    const notice = sentNotice(sent, movies, async () => {});
    expect(notice.text).toMatch(/^Links from private windows can’t [^.]*\.$/);
    expect(notice.action?.label).toBe('Upload through the service');
    const known = { ...sent, duplicates: [...heldPrivate, 'https://a.example/3.iso'] };
    expect(sentNotice(known, movies, async () => {})).toMatchObject({
      text: expect.stringMatching(/device\. Already there: “3.iso”\.$/),
      action: { label: 'Upload anyway' },
    });
  });

  it('says where a known link is, and moves it to the chosen folder with its title', async () => {
    const url = 'https://a.example/1.iso';
    const known = [{ url, id: 'one', state: 'arrived', folder: { id: '0', name: '' } }] as const;
    const held = { queued: 0, duplicates: [url], known, invalid: [] };
    const requests: unknown[] = [];
    let moved = 0;
    const feedback: UndoContext['feedback'] = {
      notice: null,
      show() {},
      async run(work, done) {
        done(await work);
        return true;
      },
    };
    const context = {
      ...{ account: { id: 'a' }, feedback, links: [{ url, typedTitle: 'Film' }] },
      pageApi: {
        send: (async (...request: unknown[]) => {
          requests.push(request);
          return { undo: [] };
        }) as Send,
        now: () => 0,
      },
      onMoved: () => {
        moved += 1;
      },
    };
    const notice = sentNotice(held, movies, async () => {}, context);
    expect(notice).toMatchObject({
      text: 'This file is already in “My files”.',
      isQuestion: true,
      more: [{ label: 'Move to “Movies”' }],
      action: { label: 'Upload anyway' },
      uploadIds: ['one'],
    });
    await notice.more?.[0]?.onClick();
    expect(requests).toEqual([
      ['uploads.choose', { choices: [{ id: 'one', folder: movies, title: 'Film' }] }],
    ]);
    expect(moved).toBe(1);
    expect(sentNotice(held, { id: '0', name: '' }, async () => {}, context).more).toEqual([]);
    // With several folders or accounts, there is no single one to change.
    const several = { ...held, folders: [movies, { id: '7', name: 'Music' }] };
    expect(sentNotice(several, movies, async () => {}, context).more).toEqual([]);
    const elsewhere = { ...held, folders: [movies], accounts: ['second'] };
    expect(sentNotice(elsewhere, movies, async () => {}, context).more).toEqual([]);
  });

  it('names folders with the same name once', () => {
    const sent = { queued: 2, duplicates: [], invalid: [], folders: [movies, { id: '7', name: 'Movies' }] };
    expect(sentNotice(sent, movies, async () => {}).text).toBe('2 links are queued for “Movies”.');
    const named = { ...sent, accounts: [null, 'second'] };
    expect(sentNotice(named, movies, async () => {}).text).toBe(
      '2 links are queued for “Movies”, “Movies · second”.',
    );
  });
});
