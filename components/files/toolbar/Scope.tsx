import { RadioGroup } from '../../field/RadioGroup.tsx';
import { t } from '../../text.ts';
import { isSearch } from '../model/listing.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { getFolderName } from '../wording.ts';
import '../../field/field.css';
import './toolbar.css';

export function Scope() {
  const { route, go, snapshot } = useFilesContext();
  if (route.folderId === null) return null;
  if (isSearch(route.text)) {
    const name = getFolderName(snapshot, route.folderId);
    return (
      <RadioGroup
        class="scope"
        label={t('files.scope.title')}
        kind="segment"
        value={route.inFolderOnly}
        choices={[false, true].map((inFolderOnly) => [
          inFolderOnly,
          <span key={`${inFolderOnly}`} class="one-line" dir="auto">
            {inFolderOnly ? name : t('files.scope.everywhere')}
          </span>,
        ])}
        onChange={(inFolderOnly) => go({ ...route, inFolderOnly }, 'replace')}
      />
    );
  }
  if (snapshot.foldersIn(route.folderId).length === 0) return null;
  return (
    <label class="subfolders row gap-1 tone-quiet">
      <input
        class="check"
        type="checkbox"
        checked={route.withSubfolders}
        onChange={(event) => go({ ...route, withSubfolders: event.currentTarget.checked }, 'replace')}
      />
      {t('files.scope.subfolders')}
    </label>
  );
}
