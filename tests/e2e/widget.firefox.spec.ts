/** All tests that Chromium runs too, see widget/. */

import { testAuto } from './widget/auto.ts';
import { testExtras } from './widget/extras.ts';
import { test } from './widget/fixtures.ts';
import { testLayouts } from './widget/layouts.ts';
import { testLifecycle } from './widget/lifecycle.ts';
import { testLists } from './widget/lists.ts';
import { testRobustness } from './widget/robustness.ts';
import { testUsage } from './widget/usage.ts';

test.use({ engine: 'firefox' });
testUsage();
testRobustness();
testLayouts();
testLifecycle();
testAuto();
testLists();
testExtras();
