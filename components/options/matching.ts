/** The search of the settings page: which sections and settings have all words of what is typed. Pure. */
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import type { SettingLine, SettingSection } from '../settings/setting-sections.ts';
import { t } from '../text.ts';

/** Whether any of the texts has all words that are typed. */
export function createTextMatcher(typed: string): (...texts: readonly string[]) => boolean {
  const hasWords = createMatcher(typed);
  return (...texts) => hasWords(createSearchText(...texts));
}

/** The settings of a section that are found: all of them where its title is. */
export function matchingLines({ title, lines }: SettingSection, typed: string): readonly SettingLine[] {
  const isFound = createTextMatcher(typed);
  return isFound(t(title)) ? lines : lines.filter(({ label, hint }) => isFound(t(title), label, hint));
}
