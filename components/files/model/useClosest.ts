/** The files whose titles nearly match a search that finds few: looked for when the user stops typing. */
import { useEffect, useState } from 'preact/hooks';
import type { Rows, Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { inBackground } from '../../in-background.ts';
import { filterFor, isSearch } from './listing.ts';
import type { FilesRoute } from './route.ts';

const debounceMs = 150;
/** A search with as many files needs no others. */
const enough = 20;

const none: Rows = new Uint32Array();

export function useClosest(snapshot: Snapshot, route: FilesRoute): Rows {
  const [found, setFound] = useState<{ readonly key: string; readonly rows: Rows } | null>(null);
  const { text, folderId, inFolderOnly, conditions } = route;
  const key = JSON.stringify([snapshot.version, text, folderId, inFolderOnly, conditions]);
  useEffect(() => {
    if (!isSearch(text)) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const filter = filterFor(route);
      const known = snapshot.search(text, filter);
      if (known.length >= enough) return;
      const rows = await snapshot.closest(
        text,
        filter,
        known,
        inBackground(() => isWanted),
      );
      if (isWanted) setFound({ key, rows });
    }, debounceMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return found?.key === key ? found.rows : none;
}
