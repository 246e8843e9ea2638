/**
 * The layout of every page: one style sheet, light and dark, no external resources, a strict content security policy.
 */

import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Context } from '../http/context.ts';
import { randomCode } from '../random-code.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface Page {
  title: string;
  body: Html;
  /** Trusted, so it must not contain outside data. */
  script?: string;
  style?: string;
  status?: 200 | 400 | 403 | 404 | 451;
  framed?: boolean;
}

const pageStyle = `
:root { color-scheme: light dark; --ground: light-dark(#f6f6f4, #17181a); --card: light-dark(#fff, #212327);
  --text: light-dark(#1d1f21, #e9e9e6); --soft: light-dark(#5c6166, #a3a8ad); --line: light-dark(#dcdcd8, #383b40);
  --accent: light-dark(#0b5d6b, #6ec6d4); --on-accent: light-dark(#fff, #10282c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); }
a { color: var(--accent); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 1rem 0; }
.button, button { display: inline-block; background: var(--accent); color: var(--on-accent); border: 0; border-radius: 8px;
  padding: .6rem 1.1rem; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  padding: .55rem .7rem; width: 100%; } input[readonly] { font-family: ui-monospace, monospace; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.25rem; margin: 0 0 1.25rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.row { display: flex; gap: .6rem; margin: 0 0 1rem; align-items: center; } .row input { flex: 1; min-width: 0; }
`;

/** Templates of `html` escape their texts. */
export async function respond(c: Context, page: Page): Promise<Response> {
  const nonce = randomCode(20);
  const script = page.script === undefined ? '' : html`<script nonce="${nonce}">${raw(page.script)}</script>`;
  const document = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${page.title}</title>
<style nonce="${nonce}">${raw(pageStyle + (page.style ?? ''))}</style>
</head>
<body>
${page.body}
${script}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "media-src 'self'",
    // A poster can be any image on the web.
    "img-src 'self' data: http: https:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ...(page.framed ? [] : ["frame-ancestors 'none'"]),
  ];
  c.header('content-security-policy', policy.join('; '));
  return c.html(document, page.status ?? 200);
}

export function respondWithProblem(
  c: Context,
  status: 400 | 403 | 404 | 451,
  title: string,
  text: string,
): Promise<Response> {
  return respond(c, {
    title,
    status,
    framed: true,
    body: html`<main><h1>${title}</h1><p class="soft">${text}</p></main>`,
  });
}

export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
