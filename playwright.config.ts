import { defineConfig } from '@playwright/test';

/** What needs no extension: components drawn of invented data, and the player on websites. */
const pages = [
  '**/e2e/gallery/*.spec.ts',
  'widget*.spec.ts',
  'player.spec.ts',
  'embed-demo.all.spec.ts',
  'wordpress.all.spec.ts',
];
const onlyInFirefox = '*.firefox.spec.ts';
/** What runs in Firefox: what depends on its background, storage, permissions, files, menus and notifications. */
const firefox = [
  '**/account/accounts.all.spec.ts',
  '**/files/manage.spec.ts',
  '**/settings/{notifications,settings,storage,storage-problems}.all.spec.ts',
  '**/uploads/{adverse-sites,clicks,collect,failures,main-job,menu,own-files,page-toast,permission,redirects,through-browser}.spec.ts',
  '**/uploads/{keyboard,restart}.all.spec.ts',
  'hostile.all.spec.ts',
  'idle.all.spec.ts',
  'key-hunt.all.spec.ts',
  onlyInFirefox,
];
/** What Playwright lacks in Firefox: the menu key, dragging, pasted files, scripts before theirs, DevTools; and what both do alike. */
const onlyInChromium = /@(?:menu-key|drag|clipboard|init-script|devtools|chromium)/;
/** Cases of a minute and more: first, side by side, so that no worker is left alone with one at the end. */
const long = [
  '*-large.spec.ts',
  'soak-small.all.spec.ts',
  'untidy-*.all.spec.ts',
  '**/gallery/{axe,covered,focus-walk}.all.spec.ts',
];
const isAll = process.env['LINKHAUL_ALL'] !== undefined;
const otherRing = isAll ? [] : ['*.all.spec.ts'];

/**
 * Each worker has its own browsers and screen. Tests wait half of their time, hence twice as many workers as cores; in the second
 * ring three: its large cases keep a core busy. `npm test` leaves out `*.all.spec.ts` and `@all` (CONTRIBUTING.md, "Tests").
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  // Pictures are of one font, wherever they are taken.
  snapshotPathTemplate: '{testDir}/gallery/pictures/{arg}{ext}',
  workers: isAll ? 3 : 4,
  ...(!isAll && { grepInvert: /@all/ }),
  globalSetup: './tests/e2e/harness/global-setup.ts',
  projects: [
    {
      name: 'long',
      testMatch: long,
      testIgnore: otherRing,
      fullyParallel: true,
      // A case may take minutes, a single action in it may not.
      use: { actionTimeout: 30_000 },
      expect: { timeout: 30_000 },
    },
    {
      name: 'firefox',
      use: { browserName: 'firefox' },
      testMatch: firefox,
      grepInvert: onlyInChromium,
      // Each keeps two cores busy.
      workers: 1,
    },
    { name: 'extension', testIgnore: [...pages, ...long, onlyInFirefox, ...otherRing] },
    { name: 'pages', testMatch: pages, testIgnore: [...long, onlyInFirefox, ...otherRing] },
  ],
  // A test that passes on a second try has a fault.
  retries: 0,
  forbidOnly: true,
  // Ends what hangs. Whole jobs take a minute where a page fault costs ten times what it does elsewhere.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  globalTimeout: 40 * 60_000,
  reporter: [['list'], ['./tests/e2e/harness/report.ts', { outputFile: 'test-results/e2e.json' }]],
});
