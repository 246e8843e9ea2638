import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  chooseText,
  createPasteReader,
  readAnyLength,
  readPasted,
} from '../../../components/field/read-pasted.ts';

beforeEach(() => vi.stubGlobal('DOMParser', new JSDOM('').window.DOMParser));

const a = 'https://files.example/a.mp4';
const google = `https://www.google.com/url?q=${encodeURIComponent(a)}`;
const outlook = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(a)}&amp;data=1`;

const linksOf = (text: string) => readPasted(text).links.map(({ url }) => url);

describe('copied links', () => {
  it.each([
    ['a text that shows the address', a, `<a href="${google}">${a}</a>`],
    [
      'a text that shows it in parts',
      a,
      `<p><a href="${google}"><b>https://</b>files.example/<wbr>a.mp4</a></p>`,
    ],
    ['a shortened text', 'https://files.exam…', `<a href="${google}">https://files.exam…</a>`],
    ['a dragged link', google, `<a href="${google}">${a}</a>`],
    [
      'a text with the redirector behind it',
      `${a}<${outlook.replace('&amp;', '&')}>`,
      `<a href="${outlook}">${a}</a>`,
    ],
    [
      'an opaque one',
      a,
      `<a href="https://t.co/x"><span class="invisible">https://</span>files.example/a.mp4</a>`,
    ],
  ])('are the displayed addresses: %s', (_, plain, html) => {
    expect(linksOf(chooseText(plain, html))).toEqual([a]);
  });

  it('keep their target if their text is another address', () => {
    expect(linksOf(chooseText('The talk', `<a href="${a}">The talk</a>`))).toEqual([a]);
    expect(linksOf(chooseText('The talk', `<a href="${google}">The talk</a>`))).toEqual([google]);
  });

  it.each(['a.jpg,b.jpg', 'a.zip[1080p]', 'a.mp4;b'])('are complete: %s', (name) => {
    const { href } = new URL(name, a);
    expect(linksOf(chooseText('The talk', `<a href="${href}">The talk</a>`))).toEqual([href]);
  });

  it.each([
    [`<p><a href="${google}">${a}</a></p>`],
    [`<p><a\nhref='${outlook}'>https://\n<b>files.example/a.mp4</b></a>`.replace('\n<b>', '<b>')],
    [`<a href="${a}" data-saferedirecturl="${google}">The talk</a>`],
  ])('are read the same way from the source of a page: %s', (source) => {
    expect(linksOf(source)).toEqual([a]);
  });
});

describe('a long text', () => {
  const long = Array.from({ length: 5_000 }, (_, at) => `${at}. https://files.example/${at}.mp4`).join('\n');
  let pauses: (() => void)[] = [];
  beforeEach(() => {
    pauses = [];
    const postTask = () => new Promise<void>((resolve) => pauses.push(resolve));
    vi.stubGlobal('scheduler', { postTask });
  });

  /** Lets the work in slices continue to its end. */
  async function finish(): Promise<void> {
    while (pauses.length > 0) {
      for (const end of pauses.splice(0)) end();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  it('is read in slices, and shown only when it is read to the end', async () => {
    const onRead = vi.fn();
    const read = createPasteReader(onRead);
    expect(read(a)?.links).toHaveLength(1);
    expect(read(long)).toBeNull();
    pauses.splice(0)[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pauses).toHaveLength(1);
    expect(read(long)).toBeNull();
    await finish();
    expect(onRead).toHaveBeenCalledOnce();
    expect(read(long)).toEqual(readPasted(long));
  });

  it('is no longer read once it has changed', async () => {
    const onRead = vi.fn();
    const read = createPasteReader(onRead);
    read(long);
    expect(read(`${long}\n${a}`)).toBeNull();
    await finish();
    expect(onRead).toHaveBeenCalledOnce();
    expect(read(`${long}\n${a}`)?.links).toHaveLength(5_001);
    read(long);
    expect(read(a)?.links).toHaveLength(1);
    await finish();
    expect(onRead).toHaveBeenCalledOnce();
  });

  it('is read whole for an upload', async () => {
    const reading = readAnyLength(long);
    await finish();
    expect(await reading).toEqual(readPasted(long));
  });
});
