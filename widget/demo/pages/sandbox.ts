import { createPlayer, type Page } from '../page.ts';

export const sandbox: Page = {
  name: 'sandbox',
  title: 'Sandbox',
  intro: `<p>The frame has another origin and cannot read your page. Two attributes restrict it further. Both are off by default, because
    some hosts and files do not work with them.</p>`,
  demos: ({ clip }) => [
    {
      caption: `<p><code>sandbox</code>: the player cannot open windows, start downloads or navigate your page. Hosts that need one of
        these, or refuse to play in a sandbox, do not work.</p>`,
      html: createPlayer(clip, 'sandbox'),
    },
    {
      caption: `<p><code>credentialless</code>: no cookies of the host, and temporary storage. Files that need a login do not play. Only
        Chromium supports it.</p>`,
      html: createPlayer(clip, 'credentialless'),
    },
  ],
};
