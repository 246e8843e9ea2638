import { cspLine } from '../../src/builder/index.ts';
import { link, media, type Page, type World } from '../page.ts';

/** Everything is forbidden that the site does not need, and building HTML from strings altogether. */
const policy = (world: World): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    cspLine({ ...world.clip, poster: media(world, 'poster.jpg') }, 'web-component'),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const csp: Page = {
  name: 'csp',
  title: 'Strict CSP',
  intro: `<p>This page enforces a strict Content Security Policy and Trusted Types; the console stays silent. The line for your own
    website comes from <a href="builder.html">the builder</a>, or from <code>cspLine</code>.</p>`,
  head: (world) => `<meta http-equiv="content-security-policy" content="${policy(world)}">`,
  demos: (world) => [
    {
      html: `<linkhaul-player poster="${media(world, 'poster.jpg')}">
  ${link(world.clip, 'The sample clip')}
</linkhaul-player>`,
      caption: `<p>The policy of this page:</p><pre><code>${policy(world).replaceAll('; ', ';\n')}</code></pre>`,
    },
  ],
};
