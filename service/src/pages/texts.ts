/** Pages of text: the front page, and the download page of a file, /d/<code>. */
import { html } from 'hono/html';
import { imagePaths } from '../api/response-fields.ts';
import { dateTime } from '../date-time.ts';
import type { Context } from '../http/context.ts';
import type { StoredFile } from '../store/files.ts';
import { formatSize, respond } from './page-layout.ts';

export function homePage(c: Context): Promise<Response> {
  const site = c.get('service').site && html`<p><a href="/site/">Pages on this machine</a></p>`;
  return respond(c, {
    title: 'Local file host',
    body: html`<main><h1>A file host on your own machine</h1>
<p>This is Linkhaul's local service. It speaks the whole HTTP API of a file host, fetches links for you, keeps the files on
this machine and plays them: to try Linkhaul without an account anywhere, to develop it, and to test it.</p>
<div class="card"><h2>To connect Linkhaul</h2>
<p>Open Linkhaul's options, enter <strong>${c.get('origin')}</strong> as the service address, and the API key from the
settings page.</p><a class="button" href="/settings">Settings and API key</a></div>
${site ?? ''}
<p class="soft">Files that arrive here stay here. The pages of a file: its player at <code>/e/</code> and its download at
<code>/d/</code>, each followed by the file's code.</p></main>`,
  });
}

const STYLE = '.poster { width: 100%; border-radius: 8px; display: block; margin: 0 0 1.25rem; }';

export function downloadPage(c: Context, file: StoredFile): Promise<Response> {
  const code = c.req.param('code');
  return respond(c, {
    title: file.title,
    style: STYLE,
    body: html`<main><article class="card">
<img class="poster" src="${imagePaths(file).single_img}" alt="" width="640" height="360">
<h1>${file.title}</h1>
<dl>
<dt>Size</dt><dd>${formatSize(file.size)}</dd>
<dt>Length</dt><dd>${file.length > 0 ? formatLength(file.length) : 'none'}</dd>
<dt>Uploaded</dt><dd>${dateTime(file.uploaded)} UTC</dd>
</dl>
<a class="button" href="/file/${code}?download=1" download>Download</a>
${file.canPlay ? html`<a class="soft" href="/e/${file.code}">Play it here</a>` : ''}
</article></main>`,
  });
}

/** "1:02:03" or "2:03". */
function formatLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
