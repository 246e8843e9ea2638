/** All pages in the order of the navigation. A new one is a file, and a line here. */
import type { Page } from '../page.ts';
import { builder } from './builder.ts';
import { consent } from './consent.ts';
import { csp } from './csp.ts';
import { lazy } from './lazy.ts';
import { live } from './live.ts';
import { many } from './many.ts';
import { poster } from './poster.ts';
import { rtl } from './rtl.ts';
import { sandbox } from './sandbox.ts';
import { start } from './start.ts';
import { subtitle } from './subtitle.ts';
import { subtitles } from './subtitles.ts';
import { theming } from './theming.ts';

export const pages: readonly Page[] = [
  start,
  builder,
  poster,
  subtitle,
  subtitles,
  theming,
  lazy,
  live,
  csp,
  sandbox,
  consent,
  many,
  rtl,
];
