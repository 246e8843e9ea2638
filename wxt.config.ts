import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import type { CommandName } from './lib/background/actions/menu-clicks.ts';
import { iconSprite } from './scripts/icon-sprite.ts';

/**
 * For pages in a build. Development pages need WXT's server. Services can use plain http (`isUnencrypted` warns), name
 * any host for pictures, and are framed in previews.
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
      const scripts = ['browser-polyfill.js', 'sender.js'].map((src) => `<script src="${src}"></script>`);
      const contents = `<!doctype html><meta charset="utf-8" />${scripts.join('')}`;
      if (wxt.config.browser === 'chrome') files.push({ relativeDest: 'sender.html', contents });
    },
  },
  targetBrowsers: ['chrome', 'firefox', 'safari'],
  // Sources for the review at addons.mozilla.org, without test output.
  zip: { excludeSources: ['test-results/**', 'screenshots/**', '.data/**'] },
  vite: () => ({
    plugins: [preact({ reactAliasesEnabled: false }), iconSprite(/popup|manager/)],
    build: {
      // Source maps: WXT's defaults, inline in development and none in a build.
      target: ['chrome140', 'firefox140'],
      // Files are read from disk, so a preload list costs more than it gains.
      modulePreload: false,
    },
  }),
  manifest: ({ browser, command }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    // None of these makes a browser warn at installation. Hosts and notifications are requested when needed.
    permissions: [
      ...['contextMenus', 'storage', 'unlimitedStorage', 'alarms', 'activeTab', 'scripting'],
      // Sends files after their tab is closed. Firefox has no offscreen documents.
      ...(browser === 'chrome' ? ['offscreen'] : []),
      // Set the referrer of links that this browser fetches, and show their redirects before they are followed.
      ...['declarativeNetRequestWithHostAccess', 'webRequest'],
    ],
    optional_permissions: ['notifications', 'tabs'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    ...(command === 'build' && { content_security_policy: { extension_pages: contentSecurityPolicy } }),
    incognito: 'spanning',
    // Chrome allows at most four suggested keys.
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
          // Everything that leaves the browser counts, even if the user names the recipient. See docs/stores.md.
          data_collection_permissions: {
            required: ['authenticationInfo', 'browsingActivity', 'websiteContent', 'searchTerms'],
          },
        },
        gecko_android: { strict_min_version: '142.0' },
      },
    }),
  }),
});
