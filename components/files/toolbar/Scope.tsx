/** Where is searched, or whether the folders below count too; and, for those who hear the page, how much was found. */
import { plural, t } from '../../text.ts';
import { nameOf } from '../model/file-format.ts';
import { isSearch } from '../model/listing.ts';
import type { Files } from '../model/useFiles.ts';
import './scope.css';
import './segments.css';

export function Scope({ files: { route, go, snapshot } }: { files: Files }) {
  if (route.folderId === null) return null;
  if (isSearch(route.text)) {
    const name = nameOf(snapshot, route.folderId);
    return (
      <fieldset class="segments scope">
        <legend class="visually-hidden">{t('files.scope.title')}</legend>
        {[false, true].map((here) => (
          <label key={`${here}`} class="segment">
            <input
              class="segment-box"
              type="radio"
              name="files-scope"
              checked={route.here === here}
              onChange={() => go({ ...route, here }, 'replace')}
            />
            <span class="one-line" dir="auto">
              {here ? name : t('files.scope.everywhere')}
            </span>
          </label>
        ))}
      </fieldset>
    );
  }
  if (snapshot.foldersIn(route.folderId).length === 0) return null;
  return (
    <label class="below">
      <input
        class="below-box"
        type="checkbox"
        checked={route.below}
        onChange={(event) => go({ ...route, below: event.currentTarget.checked }, 'replace')}
      />
      {t('files.scope.below')}
    </label>
  );
}

/** Stands in the page from the start, because a live region that arrives together with its text is not read out. */
export function Hits({ files: { route, listing, search } }: { files: Files }) {
  const count = listing.rows.length + listing.found.length;
  const isOver = search.state !== 'asking';
  return (
    <p class="visually-hidden" role="status">
      {isSearch(route.text) && isOver ? plural('files.hits', count) : ''}
    </p>
  );
}
