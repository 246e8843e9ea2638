/** `<linkhaul-player>` in Firefox: all that Chromium does, see widget/. */
import { care } from './widget/care.ts';
import { use } from './widget/use.ts';
import { test } from './widget/world.ts';

test.use({ engine: 'firefox' });
use();
care();
