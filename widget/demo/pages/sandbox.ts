import { createPlayerLink, type Page } from '../page.ts';

export const sandbox: Page = {
  name: 'sandbox',
  title: 'Sandbox',
  intro: `<p>The frame is of another origin and cannot read your page. Two attributes restrict it further. Each has its cost, so neither
    is on by itself.</p>`,
  demos: ({ clip }) => [
    {
      caption: `<p><code>sandbox</code>: no new windows, no downloads, and your page stays where it is. Hosts that need one of these, or
        refuse to play in a sandbox, do not work.</p>`,
      html: `<linkhaul-player sandbox>
  ${createPlayerLink(clip, 'The sample clip')}
</linkhaul-player>`,
    },
    {
      caption: `<p><code>credentialless</code>: without the host's cookies, and with storage that is thrown away. Files that need a login
        do not play. Only Chromium knows it.</p>`,
      html: `<linkhaul-player credentialless>
  ${createPlayerLink(clip, 'The sample clip')}
</linkhaul-player>`,
    },
  ],
};
