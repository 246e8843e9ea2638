/** The download page: /d/<code>. */
import { html } from 'hono/html';
import { imagePaths } from '../api/shapes.ts';
import { dateTime } from '../dates.ts';
import type { Context } from '../http/types.ts';
import type { StoredFile } from '../store/files.ts';
import { formatSize, respond } from './layout.ts';

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
