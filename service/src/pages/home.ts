/** The front page: / says what this is. */
import { html } from 'hono/html';
import type { Context } from '../http/types.ts';
import { respond } from './layout.ts';

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
