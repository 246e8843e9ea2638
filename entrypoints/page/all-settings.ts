/** The settings and the rules as pages read them; the popup needs none of them for its first drawing. */
import { browser } from 'wxt/browser';
import { readSettings, type Settings } from '../../lib/settings/settings.ts';
import { createStoredValue } from '../../lib/storage/stored.ts';
import { type Rule, readRules } from '../../lib/uploads/rules.ts';
import { useStored } from './hooks.ts';

export const readAllSettings = (): Promise<Settings> =>
  createStoredValue(browser.storage.local, 'settings', readSettings).get();

export const readAllRules = (): Promise<readonly Rule[]> =>
  createStoredValue(browser.storage.local, 'rules', readRules).get();

/** Each of these is null until it has been read for the first time. */
export const useSettings = () => useStored(readAllSettings, 'settings');
export const useRules = () => useStored(readAllRules, 'rules');
