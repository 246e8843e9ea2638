import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { keepView } from '../../../entrypoints/manager/keep-view.ts';
import { setBrowser } from '../../fake-browser.ts';

const list = '<div class="file-list scroll"><p data-kind="file">Film</p></div>';

it.each([
  ['all files are read', '#files', `<div class="files-manager" aria-busy="false">${list}</div>`, 'new'],
  ['some files are read', '#files', `<div class="files-manager" aria-busy="true">${list}</div>`, 'old'],
  ['nothing is read', '#files', '<div class="files-manager"></div>', 'old'],
  ['there are no files', '#files', '<div class="files-manager" aria-busy="false"></div>', 'none'],
  ['a folder is open', '#files/7', `<div class="files-manager" aria-busy="false">${list}</div>`, 'old'],
  [
    'something is typed',
    '#files',
    `<div class="files-manager" aria-busy="false"><input value="a">${list}</div>`,
    'old',
  ],
])('when the page closes and %s, the next time shows the right view', (_, hash, content, expected) => {
  const url = `https://page.example/manager.html${hash}`;
  const { window } = new JSDOM(`<div id="page"><main>${content}</main></div>`, { url });
  const { document, localStorage, location } = window;
  vi.stubGlobal('document', document);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  setBrowser({
    runtime: { getManifest: () => ({ version: '1' }) },
    i18n: { getUILanguage: () => 'en' },
  } as never);
  localStorage.setItem('filesView', 'old');
  keepView(document.getElementById('page') as HTMLElement);
  window.dispatchEvent(new window.Event('pagehide'));
  const stored = localStorage.getItem('filesView');
  expect(stored?.startsWith('1 en #files\n<main inert') ? 'new' : (stored ?? 'none')).toBe(expected);
});
