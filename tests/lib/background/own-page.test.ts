/** Whose messages the background listens to. */
import { expect, test } from 'vitest';
import { isOwnPage, type Sender } from '../../../lib/background/open-pages.ts';

const root = 'chrome-extension://own/';
const page: Sender = { id: 'own', url: `${root}popup.html`, origin: 'chrome-extension://own' };

test.each<[whose: string, sender: Sender, isOwn: boolean]>([
  ['a page of ours', page, true],
  ['a page of ours where the browser names no origin', { ...page, origin: undefined }, true],
  ['a content script', { ...page, url: 'https://site.example/', origin: 'https://site.example' }, false],
  ['another extension', { ...page, id: 'other' }, false],
  ['nobody', {}, false],
  ['our address from another origin', { ...page, origin: 'https://site.example' }, false],
  ['our address from a sandboxed frame', { ...page, origin: 'null' }, false],
  ['an address that only looks like ours', { ...page, url: 'chrome-extension://owned/x.html' }, false],
])('%s: %j', (_, sender, isOwn) => {
  expect(isOwnPage(sender, 'own', root)).toBe(isOwn);
});
