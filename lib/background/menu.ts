/** Draws the context menu from accounts, folders and settings. */
import { getAccountLabel } from '../accounts/account.ts';
import { createMenuDrawing } from '../menus/menu-drawing.ts';
import { createMenuEntries } from '../menus/menu-entries.ts';
import type { Needs } from './parts.ts';

/** @returns the drawing, which is not awaited; faults are reported */
export function createMenu({
  ports,
  accounts,
  shortlists,
  settings,
}: Needs<'ports' | 'accounts' | 'shortlists' | 'settings'>): () => void {
  const { session, drawMenu, getMenuText: getText, onFault } = ports;
  const drawing = createMenuDrawing({ session, draw: drawMenu, onFault });
  async function draw(): Promise<void> {
    const { list, currentId: accountId } = await accounts.get();
    const shortlist = await shortlists.get(accountId ?? '');
    const others = await Promise.all(
      list
        .filter(({ id }) => id !== accountId)
        .map(async (account) => ({
          accountId: account.id,
          name: getAccountLabel(account, list),
          shortlist: await shortlists.get(account.id),
        })),
    );
    const state = { accountId, shortlist, others, settings: await settings.get(), getText };
    await drawing.drawIfChanged(createMenuEntries(state));
  }
  return () => void draw().catch(onFault);
}
