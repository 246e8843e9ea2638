import { createCspLine } from '../../src/builder/index.ts';
import { createPlayer, type DemoContext, getMediaUrl, type Page } from '../page.ts';

/** Allows only what the site needs, and no HTML from strings. */
const policy = (context: DemoContext): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    createCspLine({ ...context.clip, poster: getMediaUrl(context, 'poster.jpg') }, 'web-component'),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const csp: Page = {
  name: 'csp',
  title: 'Strict CSP',
  intro: `<p>This page enforces a strict Content Security Policy and Trusted Types. The <a href="builder.html">embed builder</a> and
    <code>createCspLine</code> create the directives for your own website.</p>`,
  head: (context) => `<meta http-equiv="content-security-policy" content="${policy(context)}">`,
  demos: (context) => [
    {
      html: createPlayer(context.clip, `poster="${getMediaUrl(context, 'poster.jpg')}"`),
      caption: `<p>The policy of this page:</p><pre><code>${policy(context).replaceAll('; ', ';\n')}</code></pre>`,
    },
  ],
};
