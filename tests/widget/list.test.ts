import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { createList } from '../../widget/src/list.ts';

it.each([
  ['<a>1</a><a>2</a>', '1'],
  ['<a>1</a><a aria-current="true">2</a>', '2'],
  ['<a aria-current="false">1</a><a aria-current="page">2</a>', '2'],
  ['<a aria-current="false">1</a><a aria-current="false">2</a>', '1'],
])('shows the link that is marked, or the first, and marks it when it plays: %s', (html, shown) => {
  const { document } = new JSDOM(html).window;
  vi.stubGlobal('document', document);
  let isActive = false;
  const list = createList({
    root: document.body.attachShadow({ mode: 'open' }),
    slot: document.createElement('slot'),
    listLinks: () => [...document.querySelectorAll('a')],
    active: () => isActive,
    activate: () => undefined,
    deactivate: () => undefined,
  });
  const marked = () => [...document.querySelectorAll('a')].map((link) => link.ariaCurrent);
  const before = marked();
  expect([list.pickLink()?.textContent, marked()]).toEqual([shown, before]);
  isActive = true;
  expect(list.pickLink()?.textContent).toBe(shown);
  expect(marked().findIndex((mark) => mark !== null && mark !== 'false')).toBe(Number(shown) - 1);
});
