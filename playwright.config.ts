import { defineConfig } from '@playwright/test';

/** Tests without the extension: components with sample data, and the player on websites. */
const pages = [
  '**/e2e/gallery/*.spec.ts',
  'widget*.spec.ts',
  'player.spec.ts',
  'embed-demo.all.spec.ts',
  'wordpress.all.spec.ts',
];
const onlyInFirefox = '*.firefox.spec.ts';
/** Tests that also run in Firefox, where background, permissions, menus, notifications and focus differ. */
const firefox = [
  '**/settings/notifications.all.spec.ts',
  '**/uploads/{adverse-sites,clicks,collect,main-job,menu,own-files,page-toast,permission,redirects,through-browser}.spec.ts',
  '**/uploads/keyboard.all.spec.ts',
  'hostile.all.spec.ts',
  'idle.all.spec.ts',
  'reload.spec.ts',
  onlyInFirefox,
];
/**
 * Tests that need what Playwright lacks in Firefox (the menu key, dragging, pasted files, early scripts, DevTools), or
 * that behave the same in both.
 */
const onlyInChromium = /@(?:menu-key|drag|clipboard|init-script|devtools|chromium)/;
/** Cases of a minute or more. They run first and in parallel, so that no worker is left with one at the end. */
const long = [
  '*-large.spec.ts',
  'soak-small.all.spec.ts',
  'untidy-*.all.spec.ts',
  '**/gallery/{walk,focus-walk,locales}.all.spec.ts',
];
const isAll = process.env['LINKHAUL_ALL'] !== undefined;
const otherRing = isAll ? [] : ['*.all.spec.ts'];

/**
 * Each worker has its own browsers and screen. Tests spend half of their time waiting, so there are twice as many
 * workers as cores. The second ring has three, because its large cases keep a core busy. `npm test` leaves out
 * `*.all.spec.ts` and `@all` (CONTRIBUTING.md, "Tests").
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  // Without the platform: pictures are compared on Linux only.
  snapshotPathTemplate: '{testDir}/gallery/pictures/{arg}{ext}',
  workers: isAll ? 3 : 4,
  ...(!isAll && { grepInvert: /@all/ }),
  globalSetup: './tests/e2e/harness/global-setup.ts',
  projects: [
    {
      name: 'firefox',
      use: { browserName: 'firefox' },
      testMatch: firefox,
      grepInvert: onlyInChromium,
      // Each case keeps two cores busy.
      workers: 1,
    },
    {
      name: 'long',
      testMatch: long,
      testIgnore: otherRing,
      fullyParallel: true,
      // A case may take minutes, a single action may not.
      use: { actionTimeout: 30_000 },
      expect: { timeout: 30_000 },
    },
    { name: 'extension', testIgnore: [...pages, ...long, onlyInFirefox, ...otherRing] },
    { name: 'pages', testMatch: pages, testIgnore: [...long, onlyInFirefox, ...otherRing] },
  ],
  // A test that passes on a second attempt has a bug.
  retries: 0,
  forbidOnly: true,
  // Ends tests that hang. On slow machines, a whole job takes a minute.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  globalTimeout: 40 * 60_000,
  reporter: [['list'], ['./tests/e2e/harness/report.ts', { outputFile: 'test-results/e2e.json' }]],
});
