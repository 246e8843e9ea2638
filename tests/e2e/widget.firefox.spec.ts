/** `<linkhaul-player>` in Firefox: all that Chromium does, see widget/. */

import { test } from './widget/fixtures.ts';
import { testRobustness } from './widget/robustness.ts';
import { testUsage } from './widget/usage.ts';

test.use({ engine: 'firefox' });
testUsage();
testRobustness();
