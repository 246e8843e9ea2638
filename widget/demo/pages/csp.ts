import { createCspLine } from '../../src/builder/index.ts';
import { createPlayerLink, type DemoContext, getMediaUrl, type Page } from '../page.ts';

/** Everything is forbidden that the site does not need, and building HTML from strings altogether. */
const policy = (world: DemoContext): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    createCspLine({ ...world.clip, poster: getMediaUrl(world, 'poster.jpg') }, 'web-component'),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const csp: Page = {
  name: 'csp',
  title: 'Strict CSP',
  intro: `<p>This page enforces a strict Content Security Policy and Trusted Types; the console stays silent. The line for your own
    website comes from <a href="builder.html">the builder</a>, or from <code>createCspLine</code>.</p>`,
  head: (world) => `<meta http-equiv="content-security-policy" content="${policy(world)}">`,
  demos: (world) => [
    {
      html: `<linkhaul-player poster="${getMediaUrl(world, 'poster.jpg')}">
  ${createPlayerLink(world.clip, 'The sample clip')}
</linkhaul-player>`,
      caption: `<p>The policy of this page:</p><pre><code>${policy(world).replaceAll('; ', ';\n')}</code></pre>`,
    },
  ],
};
