/** What stays in the field for links after uploading. */
import { expect, it, vi } from 'vitest';
import type { LinksInput } from '../../../components/add-links/links-input.ts';
import { submitLinks } from '../../../components/add-links/submit-links.ts';
import type { Feedback } from '../../../components/notice/useFeedback.ts';
import type { Send } from '../../../lib/protocol.ts';

const film = (name: string) => `https://site.test/${name}.mp4`;

it('keeps a link that a line break cut, with its rest, but neither unticked links nor the ticks', async () => {
  const text = [
    film('a'),
    film('b'),
    'https://site.test/path/to/',
    'film-42.html',
    'https://site.test/unsubscribe',
  ];
  const input: { current: LinksInput } = {
    current: { text: text.join('\n'), title: '', choice: null, ticks: { [film('b')]: false } },
  };
  const send = vi.fn(async () => ({ queued: 1, undo: [], duplicates: [], invalid: [] }));
  const feedback: Feedback = {
    notice: null,
    show: () => {},
    run: async (work, done) => {
      done(await work);
      return true;
    },
  };
  await submitLinks({
    ...{ accountId: 'a', isPrivate: false, input, feedback, now: () => 0, findChosen: () => undefined },
    send: send as unknown as Send,
    defaultFolder: { id: '0', name: '' },
    change: (part) => {
      input.current = { ...input.current, ...part };
    },
  });
  expect(send).toHaveBeenCalledWith(
    'links.send',
    expect.objectContaining({ links: [expect.objectContaining({ url: film('a') })] }),
  );
  expect(input.current.text).toBe('https://site.test/path/to/\nfilm-42.html');
  expect(input.current.ticks).toEqual({});
});
