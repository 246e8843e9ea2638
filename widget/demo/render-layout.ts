import { escapeHtml } from '../src/embed-code/escape.ts';
import type { Demo, DemoContext, Page } from './demo-page.ts';

export function renderLayout(page: Page, pages: readonly Page[], context: DemoContext): string {
  const links = pages.map(({ name, title }) => {
    const current = name === page.name ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${title}</a></li>`;
  });
  const demos = page.demos(context);
  // The start page's demo already contains the script tag.
  const script = demos.some(({ html }) => html.includes('src="linkhaul-player.js"'))
    ? ''
    : '<script src="linkhaul-player.js" async></script>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${page.head?.(context) ?? ''}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · linkhaul-player</title>
<link rel="icon" href="${new URL('favicon.svg', context.site)}">
<link rel="stylesheet" href="style.css">
${script}
</head>
<body>
<header>
<p class="site-name"><a href="index.html">linkhaul-player</a></p>
<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>
</header>
<main id="${page.name}">
<h1>${page.title}</h1>
${page.intro}
${demos.map(renderDemo).join('\n')}
</main>
</body>
</html>
`;
}

/** Longer code is cut after the first player. */
const maxCodeLength = 2_500;

function renderDemo({ html, caption = '', class: className = '' }: Demo): string {
  const code =
    html.length > maxCodeLength ? `${html.slice(0, html.indexOf('</linkhaul-player>') + 18)}\n…` : html;
  return `<section class="demo ${className}">
${caption}
<div class="rendered">${html}</div>
<pre tabindex="0" aria-label="Code"><code>${escapeHtml(code)}</code></pre>
</section>`;
}
