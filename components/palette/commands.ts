/** The commands of the palette, and the search among them. Pure. */
import { foldText } from '../../lib/search/fold.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import type { IconAction } from '../menu/action.ts';

/** Those with every word of the text; those that begin with the text come first. Without a text all of them. */
export function findCommands(commands: readonly IconAction[], text: string): readonly IconAction[] {
  const typed = foldText(text).trim();
  const hasWords = createMatcher(text);
  const isStart = ({ label }: IconAction) => foldText(label).startsWith(typed);
  return commands
    .filter(({ label }) => hasWords(createSearchText(label)))
    .sort((one, other) => Number(isStart(other)) - Number(isStart(one)));
}
