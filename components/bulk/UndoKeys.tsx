import { isMac } from '../keys/key-press.ts';
import { isTyping, useKey } from '../keys/page-keys.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';

/** The key restores the text that the user deleted from this box. */
const isEmptied = ({ target }: Event) =>
  target instanceof HTMLElement && target.dataset['emptied'] !== undefined;

interface UndoKeysProps {
  readonly accountId: string;
  readonly feedback: Feedback;
  /** Includes jobs of other pages. */
  readonly showsJobs?: boolean;
}

/** Ctrl+Z and Ctrl+Shift+Z, or Ctrl+Y. */
export function UndoKeys({ accountId, feedback, showsJobs = false }: UndoKeysProps) {
  const pageApi = usePageApi();
  useKey(
    ({ chord }, event) =>
      (/^mod\+(?:shift\+)?z$/.test(chord) || (chord === 'mod+y' && !isMac())) &&
      !isTyping(event) &&
      !isEmptied(event),
    ({ chord }, { repeat }) =>
      !repeat &&
      import('./press-undo.ts').then(({ pressUndo }) =>
        pressUndo(
          { account: { id: accountId }, pageApi, feedback },
          chord === 'mod+z' ? 'undo' : 'redo',
          showsJobs,
        ),
      ),
  );
  return null;
}
