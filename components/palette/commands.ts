/** The commands of the palette, and the search among them. Pure. */
import { foldText } from '../../lib/search/fold.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import type { IconName } from '../icons/Icon.tsx';

export interface PaletteCommand {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** Secondary text beside it: where it is, what it is about, or its keys. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

/** Those with every word of the text; those that begin with the text come first. Without a text all of them. */
export function findCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const typed = foldText(text).trim();
  const hasWords = createMatcher(text);
  const isStart = ({ label }: PaletteCommand) => foldText(label).startsWith(typed);
  return commands
    .filter(({ label }) => hasWords(createSearchText(label)))
    .sort((one, other) => Number(isStart(other)) - Number(isStart(one)));
}
