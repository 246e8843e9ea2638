import { getAccountLabel } from '../accounts/account.ts';
import { findParentNames, getSameNamed } from '../folders/same-named.ts';
import { listFolders } from '../folders/shortlist.ts';
import { createMenuDrawing } from '../menus/menu-drawing.ts';
import { createMenuEntries } from '../menus/menu-entries.ts';
import type { Needs } from './parts.ts';

/**
 * Draws the context menu from accounts, folders and settings.
 * @returns a function that isn't awaited, and reports errors itself
 */
export function createMenu({
  ports,
  accounts,
  shortlists,
  settings,
  catalogStore,
}: Needs<'ports' | 'accounts' | 'catalogStore' | 'shortlists' | 'settings'>): () => void {
  const { session, drawMenu, getMenuText: getText, onFault } = ports;
  const drawing = createMenuDrawing({ session, draw: drawMenu, onFault });
  async function draw(): Promise<void> {
    const { list, currentId: accountId } = await accounts.get();
    const read = async (id: string) => {
      const shortlist = await shortlists.get(id);
      const shown = listFolders(shortlist);
      if (getSameNamed(shown).length === 0) return { shortlist };
      // Without the catalog, folders are told apart by their ids.
      const { folders } = await catalogStore.listFolders(id).catch(() => ({ folders: [] }));
      return { shortlist, parentNames: findParentNames(shown, folders) };
    };
    const others = await Promise.all(
      list
        .filter(({ id }) => id !== accountId)
        .map(async (account) => ({
          accountId: account.id,
          name: getAccountLabel(account, list),
          ...(await read(account.id)),
        })),
    );
    const current = list.length > 1 ? list.find(({ id }) => id === accountId) : undefined;
    const name = current && getAccountLabel(current, list);
    const given = await read(accountId ?? '');
    const state = { accountId, name, ...given, others, settings: await settings.get(), getText };
    await drawing.drawIfChanged(createMenuEntries(state));
  }
  return () => void draw().catch(onFault);
}
