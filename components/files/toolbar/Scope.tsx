/** The scope of a search, or whether to show descendant folders; and the number of hits for screen readers. */
import { RadioGroup } from '../../field/RadioGroup.tsx';
import { plural, t } from '../../text.ts';
import { folderNameOf } from '../model/file-format.ts';
import { isSearch } from '../model/listing.ts';
import type { FilesContext } from '../model/useFiles.ts';
import './toolbar.css';

export function Scope({ files: { route, go, snapshot } }: { files: FilesContext }) {
  if (route.folderId === null) return null;
  if (isSearch(route.text)) {
    const name = folderNameOf(snapshot, route.folderId);
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
        class="subfolders-box"
        type="checkbox"
        checked={route.withSubfolders}
        onChange={(event) => go({ ...route, withSubfolders: event.currentTarget.checked }, 'replace')}
      />
      {t('files.scope.subfolders')}
    </label>
  );
}

/** Always in the page: screen readers ignore a live region that is inserted with its text. */
export function SearchHits({ files: { route, listing, search } }: { files: FilesContext }) {
  const { closest, folders } = listing;
  const count = listing.rows.length + listing.found.length;
  const hits = [
    folders.length > 0 ? plural('files.folders', folders.length) : null,
    count > 0 || closest.length + folders.length === 0 ? plural('files.hits', count) : null,
    closest.length > 0 ? plural('files.closestCount', closest.length) : null,
  ];
  const isOver = search.state !== 'asking';
  return (
    <p class="visually-hidden" role="status">
      {isSearch(route.text) && isOver ? hits.filter((part) => part !== null).join(' · ') : ''}
    </p>
  );
}
