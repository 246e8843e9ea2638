import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import type { CommandName } from './lib/background/actions/menu-clicks.ts';
import { iconSprite } from './scripts/icon-sprite.ts';

/**
 * Of the pages in a build; development needs its server. Services may be plain http (`isUnencrypted` warns), name any host
 * for pictures, and are framed for a preview.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  'connect-src https: http:',
  "img-src 'self' https: http:",
  'frame-src https: http:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export default defineConfig({
  modules: ['@wxt-dev/i18n/module'],
  imports: false,
  hooks: {
    'build:publicAssets': (wxt, files) => {
      // The document of `entrypoints/sender.ts`.
      const scripts = ['browser-polyfill.js', 'sender.js'].map((src) => `<script src="${src}"></script>`);
      const contents = `<!doctype html><meta charset="utf-8" />${scripts.join('')}`;
      if (wxt.config.browser === 'chrome') files.push({ relativeDest: 'sender.html', contents });
    },
  },
  targetBrowsers: ['chrome', 'firefox', 'safari'],
  // Sources for the review at addons.mozilla.org: without what tests leave behind.
  zip: { excludeSources: ['test-results/**', 'screenshots/**', '.data/**'] },
  vite: () => ({
    plugins: [preact({ reactAliasesEnabled: false }), iconSprite('popup')],
    build: {
      // Source maps: WXT's default, which is inline in development and none in a build.
      target: ['chrome140', 'firefox140'],
      // The files lie on disk: a list of what to preload weighs more than it gains.
      modulePreload: false,
    },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    // None of these makes a browser warn at install; hosts and notifications are asked for when they are needed.
    permissions: [
      ...['contextMenus', 'storage', 'unlimitedStorage', 'alarms', 'activeTab', 'scripting'],
      // Sends files after their tab is closed; Firefox has no such document.
      ...(browser === 'chrome' ? ['offscreen'] : []),
      // Give links that this browser fetches their referrer, and show where they lead before they are followed.
      ...['declarativeNetRequestWithHostAccess', 'webRequest'],
    ],
    optional_permissions: ['notifications', 'tabs'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    ...(command === 'build' && { content_security_policy: { extension_pages: contentSecurityPolicy } }),
    incognito: 'spanning',
    // Chrome takes suggestions for four at most.
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+L' } },
      'send-page': { suggested_key: { default: 'Alt+Shift+U' }, description: '__MSG_commands_sendPage__' },
      'open-manager': {
        suggested_key: { default: 'Alt+Shift+M' },
        description: '__MSG_commands_openManager__',
      },
      [browser === 'firefox' ? '_execute_sidebar_action' : 'open-panel']: {
        suggested_key: { default: 'Alt+Shift+K' },
        description: '__MSG_commands_openPanel__',
      },
      collect: { description: '__MSG_commands_collect__' },
    } satisfies Record<CommandName | '_execute_action', object>,
    ...(browser === 'chrome' && { minimum_chrome_version: '140' }),
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'linkhaul@linkhaul.example',
          strict_min_version: '140.0',
          // All that leaves the browser counts, also where the user names the recipient: see docs/stores.md.
          data_collection_permissions: {
            required: ['authenticationInfo', 'browsingActivity', 'websiteContent', 'searchTerms'],
          },
        },
        gecko_android: { strict_min_version: '142.0' },
      },
    }),
  }),
});
