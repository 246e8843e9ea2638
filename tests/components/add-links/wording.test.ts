/** What became of the links that were sent. */
import { describe, expect, it } from 'vitest';
import { nothingNotice, sentNotice } from '../../../components/add-links/wording.ts';

const movies = { id: '11', name: 'Movies' };

describe('the outcome of sending links', () => {
  it('names duplicates and lines that are no links', () => {
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

  it('says of private links once that they are not fetched here, and offers the service', () => {
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

  it('names folders of one name once', () => {
    const sent = { queued: 2, duplicates: [], invalid: [], folders: [movies, { id: '7', name: 'Movies' }] };
    expect(sentNotice(sent, movies, async () => {}).text).toBe('2 links are queued for “Movies”.');
    const named = { ...sent, accounts: [null, 'second'] };
    expect(sentNotice(named, movies, async () => {}).text).toBe(
      '2 links are queued for “Movies”, “Movies · second”.',
    );
  });
});
