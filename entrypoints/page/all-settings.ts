/** The settings and the rules as pages read them; the popup needs none of them for its first drawing. */
import { browser } from 'wxt/browser';
import { createSettingsStore, type Settings } from '../../lib/settings/settings.ts';
import { createRulesStore, type Rule } from '../../lib/uploads/rules.ts';
import { useStored } from './hooks.ts';

const { local } = browser.storage;

export const readAllSettings = (): Promise<Settings> => createSettingsStore(local).get();

export const readAllRules = (): Promise<readonly Rule[]> => createRulesStore(local).get();

/** Each of these is null until it has been read for the first time. */
export const useSettings = () => useStored(readAllSettings, 'settings');
export const useRules = () => useStored(readAllRules, 'rules');
