import { html } from 'hono/html';
import { pagePath } from '../api/dialect.ts';
import { dialects } from '../api/dialects.ts';
import { imagePaths } from '../api/image-paths.ts';
import { dateTime, nowSeconds } from '../date-time.ts';
import type { Context } from '../http/context.ts';
import type { StoredFile } from '../store/files.ts';
import { formatSize, respond } from './page-layout.ts';

export function homePage(c: Context): Promise<Response> {
  const { dialect, settings, site: siteDir } = c.get('service');
  const { file, player } = dialects[dialect].pages;
  const site = siteDir && html`<p><a href="/site/">Pages on this machine</a></p>`;
  return respond(c, {
    title: 'Local file host',
    body: html`<main><h1>A file host on your own machine</h1>
<p>This is Linkhaul's local service. It implements the whole HTTP API of a file host, fetches links for you, stores the files on
this machine and plays them. Use it to try, develop and test Linkhaul without an account anywhere.</p>
<div class="card"><h2>Connect Linkhaul</h2>
<p>Open Linkhaul's settings. Enter <strong>${c.get('origin')}</strong> as the service address, and the API key from the
settings page.</p><a class="button" href="/settings">Settings and API key</a></div>
${site ?? ''}
<p class="soft">Files stay on this machine. Each file has a player page at
<code>${player(settings)}</code> and a download page at <code>${file}</code>.</p></main>`,
  });
}

const posterStyle = '.poster { width: 100%; border-radius: 8px; display: block; margin: 0 0 1.25rem; }';

export function downloadPage(c: Context, file: StoredFile, code: string): Promise<Response> {
  const { dialect, settings, store } = c.get('service');
  if (c.req.method !== 'HEAD') store.files.touch(file.id, nowSeconds());
  const player = pagePath(dialects[dialect].pages.player(settings), file.code);
  return respond(c, {
    title: file.title,
    style: posterStyle,
    body: html`<main><article class="card">
<img class="poster" src="${imagePaths(file).single_img}" alt="" width="640" height="360">
<h1>${file.title}</h1>
${file.description === '' ? '' : html`<p>${file.description}</p>`}
<dl>
<dt>Size</dt><dd>${formatSize(file.size)}</dd>
<dt>Length</dt><dd>${file.length > 0 ? formatLength(file.length) : 'none'}</dd>
<dt>Uploaded</dt><dd>${dateTime(file.uploaded)} UTC</dd>
</dl>
<a class="button" href="/file/${code}?download=1" download>Download</a>
${file.canPlay ? html`<a class="soft" href="${player}">Play it here</a>` : ''}
</article></main>`,
  });
}

/** "1:02:03" or "2:03" */
function formatLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
