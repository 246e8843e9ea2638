/** Remembers in which tab links were clicked, so that its page shows failures too while it is open. In memory, until the browser ends. */
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

interface ToastPage {
  readonly tabId: number;
  readonly uploadIds: readonly string[];
}

const maxPages = 50;

export type ToastPages = ReturnType<typeof createToastPages>;

export function createToastPages(session: StorageArea) {
  const store = createStoredValue(session, 'toastPages', (value): readonly ToastPage[] =>
    Array.isArray(value) ? value.filter(isToastPage) : [],
  );
  return {
    async note(page: ToastPage): Promise<void> {
      await store.update((pages) => [...pages, page].slice(-maxPages));
    },
    /** Which of these uploads were clicked in each tab. */
    async find(uploadIds: readonly string[]): Promise<ReadonlyMap<number, readonly string[]>> {
      const clicked = (await store.get()).flatMap((page) =>
        page.uploadIds.flatMap((id) => (uploadIds.includes(id) ? { id, tabId: page.tabId } : [])),
      );
      const byTab = Map.groupBy(clicked, ({ tabId }) => tabId);
      return new Map([...byTab].map(([tabId, found]) => [tabId, found.map(({ id }) => id)]));
    },
  };
}

const isToastPage = (value: unknown): value is ToastPage =>
  hasShape(value, { tabId: Number }) && Array.isArray((value as Partial<ToastPage>).uploadIds);
