/** The frame around every page of the demo site. */
import { type Demo, type DemoContext, escapeHtml, type Page } from './page.ts';

export function renderLayout(page: Page, pages: readonly Page[], world: DemoContext): string {
  const links = pages.map(({ name, title }) => {
    const current = name === page.name ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${title}</a></li>`;
  });
  const demos = page.demos(world);
  // The first demo of the start page shows the script's own tag at work.
  const script = demos.some(({ html }) => html.includes('src="linkhaul-player.js"'))
    ? ''
    : '<script src="linkhaul-player.js" async></script>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${page.head?.(world) ?? ''}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · linkhaul-player</title>
<link rel="icon" href="${new URL('favicon.svg', world.site)}">
<link rel="stylesheet" href="style.css">
${script}
</head>
<body>
<header>
<p class="name"><a href="index.html">linkhaul-player</a></p>
<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>
</header>
<main id="${page.name}">
<h1>${page.title}</h1>
${page.intro}
${demos.map(renderFigure).join('\n')}
</main>
</body>
</html>
`;
}

/** Beyond this, the code says nothing new. Characters. */
const MAX_CODE_LENGTH = 2_500;

function renderFigure({ html, caption = '', class: extra = '' }: Demo): string {
  const code =
    html.length > MAX_CODE_LENGTH ? `${html.slice(0, html.indexOf('</linkhaul-player>') + 18)}\n…` : html;
  return `<section class="demo ${extra}">
${caption}
<div class="live">${html}</div>
<pre tabindex="0" aria-label="Code"><code>${escapeHtml(code)}</code></pre>
</section>`;
}
