import { expect, it, vi } from 'vitest';
import type { LinksInput } from '../../../components/add-links/links-input.ts';
import { submitLinks } from '../../../components/add-links/submit-links.ts';
import { readPasted } from '../../../components/field/read-pasted.ts';
import type { Feedback } from '../../../components/notice/useFeedback.ts';
import type { Send } from '../../../lib/protocol.ts';

const film = (name: string) => `https://site.test/${name}.mp4`;

/** @param known what the form shows */
async function submit(
  input: { current: LinksInput },
  known: Parameters<typeof submitLinks>[0]['known'] = { text: '' },
  submitted: LinksInput = input.current,
) {
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
    ...{ accountId: 'a', isPrivate: false, input, feedback, findChosen: () => undefined },
    known,
    submitted,
    pageApi: { send: send as unknown as Send, now: () => 0 },
    defaultFolder: { id: '0', name: '' },
    change: (part) => {
      input.current = { ...input.current, ...part };
    },
  });
  return send;
}

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
  const send = await submit(input);
  expect(send).toHaveBeenCalledWith(
    'links.send',
    expect.objectContaining({ links: [expect.objectContaining({ url: film('a') })] }),
  );
  expect(input.current.text).toBe('https://site.test/path/to/\nfilm-42.html');
  expect(input.current.ticks).toEqual({});
});

it('uploads what was submitted, and keeps what the user has typed since', async () => {
  const next = { text: film('b'), title: 'The second', choice: null };
  const input: { current: LinksInput } = { current: next };
  const send = await submit(input, undefined, { text: film('a'), title: '', choice: null });
  const links = [expect.objectContaining({ url: film('a') })];
  expect(send).toHaveBeenCalledWith('links.send', expect.objectContaining({ links }));
  expect(input.current).toEqual(next);
});

it('uploads the text of the box, even if the form still shows the links of an earlier one', async () => {
  const input = { current: { text: `${film('a')}\n${film('b')}`, title: '', choice: null } };
  const shown = { text: film('a'), parsed: readPasted(film('a')) };
  const send = await submit(input, shown);
  const links = [film('a'), film('b')].map((url) => expect.objectContaining({ url }));
  expect(send).toHaveBeenCalledWith('links.send', expect.objectContaining({ links }));
});

it('uploads all links of a long text that isn’t read yet, and keeps what is typed meanwhile', async () => {
  vi.stubGlobal('scheduler', { postTask: async () => {} });
  const urls = Array.from({ length: 5_000 }, (_, at) => film(String(at)));
  const text = urls.join('\n');
  const input = { current: { text, title: '', choice: null } };
  const sending = submit(input, { text, parsed: null });
  input.current = { ...input.current, text: `${text}\n${film('later')}` };
  const send = await sending;
  const links = urls.map((url) => expect.objectContaining({ url }));
  expect(send).toHaveBeenCalledWith('links.send', expect.objectContaining({ links }));
  expect(input.current.text).toContain(film('later'));
});
