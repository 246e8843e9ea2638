import { t } from '../text.ts';
import { isMac } from './key-press.ts';

export const withMod = (key: string): string => (isMac() ? `⌘${key}` : `${t('keys.ctrl')}+${key}`);

export const withAlt = (key: string): string => (isMac() ? `⌥${key}` : `${t('keys.alt')}+${key}`);
