import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDraftInput } from '../../drafts/useDraft.ts';

/**
 * What is being named. It survives a reload and is restored once all files are read. It ends with the view.
 *
 * @param restore null: it can't be named any more
 * @param toDraft what is kept. Null: nothing. Ids aren't kept, because they change if files are read anew
 */
export function useNameEdit<Edit>(
  draftName: string,
  isPartial: boolean,
  restore: (kept: Edit) => Edit | null,
  toDraft: (edit: Edit) => Edit | null,
) {
  const draft = useDraftInput<Edit | null>(draftName, null);
  const [edit, setEdit] = useState<Edit | null>(null);
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    if (isPartial) return;
    if (!isRestored.current && edit === null && draft.current !== null) setEdit(restore(draft.current));
    else draft.current = edit && toDraft(edit);
    isRestored.current = true;
  }, [isPartial, edit]);
  useEffect(
    () => () => {
      draft.current = null;
    },
    [],
  );
  return [edit, setEdit] as const;
}
