/** Every keyboard shortcut in the manifest has an action. */
import { expect, it } from 'vitest';
import type { UserManifest } from 'wxt';
import { commandHandlers } from '../../../../lib/background/actions/menu-clicks.ts';
import config from '../../../../wxt.config.ts';

/** Handled by the browser, or by the listener itself (`entrypoints/background.ts`). */
const elsewhere = /^_execute_|^open-panel$/;

it.each(['chrome', 'firefox'])('handles the commands of %s, and no others', (browser) => {
  const manifest = config.manifest as (env: object) => UserManifest;
  const names = Object.keys(manifest({ browser, mode: 'production', command: 'build' }).commands ?? {});
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !elsewhere.test(name)).sort()).toEqual(Object.keys(commandHandlers).sort());
});
