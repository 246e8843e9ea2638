/** The player page (docs/http-api.md, "Player page" and "Pages (sibling)"). */
import { html } from 'hono/html';
import { pagePath } from '../api/dialect.ts';
import { dialects } from '../api/dialects.ts';
import { imagePaths } from '../api/image-paths.ts';
import { day, nowSeconds } from '../date-time.ts';
import type { Context } from '../http/context.ts';
import { parseHttpAddress } from '../http-address.ts';
import type { StoredFile } from '../store/files.ts';
import { respond } from './page-layout.ts';

const playerStyle = `
html, body { height: 100%; background: #000; color: #fff; }
.stage { height: 100%; display: grid; grid-template-rows: 1fr auto; }
video, .still { width: 100%; height: 100%; min-height: 0; object-fit: contain; background: #000; }
.note { margin: 0; padding: .5rem 1rem; background: #7a1f1f; color: #fff; font-size: .9rem; }
.note[hidden] { display: none; }
.none { display: grid; place-content: center; text-align: center; padding: 2rem; }
.none a { color: #8fd3de; }
`;

/** Adds the tracks of `subtitle_json` and reports failures. Outside data never becomes markup. */
const playerScript = `
const video = document.querySelector('video');
const note = document.querySelector('.note');
const showNote = (text) => { note.textContent = text; note.hidden = false; };
const watch = (track) => track.addEventListener('error', () => {
  showNote('The subtitles "' + track.label + '" could not be loaded.');
});
video?.querySelectorAll('track').forEach(watch);
video?.addEventListener('error', () => showNote('This browser cannot play the file.'));
let preferred = video?.querySelector('track');
// Chromium also shows the first track that a script adds. Show at most one.
video?.textTracks.addEventListener('change', () => {
  const showing = [...video.textTracks].filter((track) => track.mode === 'showing');
  const kept = showing.find((track) => track === preferred?.track) ?? showing[0];
  for (const track of showing) if (track !== kept) track.mode = 'disabled';
});
const list = video?.dataset.subtitles;
if (list) {
  fetch(list).then(async (response) => {
    if (!response.ok) throw new Error(await response.text());
    for (const { src, label, default: isDefault } of await response.json()) {
      const track = document.createElement('track');
      track.kind = 'subtitles';
      track.label = label;
      watch(track);
      track.src = new URL(src, response.url).href;
      video.append(track);
      if (isDefault) preferred ??= track;
    }
    if (preferred) preferred.track.mode = 'showing';
  }).catch((error) => showNote('The list of subtitles could not be loaded. ' + error.message));
}
`;

export function playerPage(c: Context, file: StoredFile, code: string): Promise<Response> {
  const { dialect, store } = c.get('service');
  const { pages } = dialects[dialect];
  if (c.req.method !== 'HEAD') {
    store.files.countView(file.id, nowSeconds());
    store.accounts.count(file.accountId, day(nowSeconds()), 1, 0);
  }
  // Relative addresses also work behind a proxy that serves the page under a path.
  const base = c.req.path.replaceAll(/[^/]/g, '').slice(1).replaceAll('/', '../') || './';
  const query = pages.playerOptions ? (name: string) => c.req.query(name) ?? '' : () => '';
  return respond(c, {
    title: file.title,
    style: playerStyle,
    script: playerScript,
    framed: true,
    body: html`<div class="stage">${stage()}<p class="note" role="status" hidden></p></div>`,
  });

  function stage() {
    const mime = store.files.blob(file.blobId)?.mime ?? '';
    const source = `${base}file/${code}`;
    if (mime.startsWith('image/')) return html`<img class="still" src="${source}" alt="${file.title}">`;
    if (!file.canPlay) {
      const page = base + pagePath(pages.file, code).slice(1);
      return html`<p class="none"><span>${file.title} cannot be played.<br><a href="${page}">Download it</a></span></p>`;
    }
    const poster = parseHttpAddress(query('c_poster'))?.href ?? base + imagePaths(file).splash_img.slice(1);
    const fetchedBy = (path: string, option: string) => {
      const address = parseHttpAddress(query(option))?.href;
      return address === undefined ? '' : `${base}${path}?src=${encodeURIComponent(address)}`;
    };
    const subtitle = fetchedBy('subtitle', 'c1_file');
    const label = query('c1_label').trim() || 'Subtitles';
    const track = subtitle && html`<track kind="subtitles" default label="${label}" src="${subtitle}">`;
    const list = fetchedBy('subtitles', 'subtitle_json');
    return html`<video controls playsinline preload="metadata" poster="${poster}" src="${source}" title="${file.title}"
 data-subtitles="${list}">${track}</video>`;
  }
}
