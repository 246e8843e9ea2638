/** Linkhaul's keyword in the address bar: files of the current account as one types, and Enter opens one in the manager. */
import type { CatalogFile } from '../catalog/file.ts';
import type { Context } from './context.ts';
import type { OpenIn } from './ports.ts';

export interface FileSuggestion {
  /** What stands in the address bar when it is chosen: the title and, so that it can be found again, the file's code. */
  readonly content: string;
  readonly title: string;
  /** Null for the root, and where nobody knows it. */
  readonly folderName: string | null;
}

/** As many as browsers show below their own first line. */
const mostSuggestions = 6;
/** Milliseconds without another key before anything is searched. */
const debounceMs = 80;

/** Gives null where more was typed meanwhile: the newer call has the answer. */
export function createSuggester(context: Context) {
  const { ports, accounts, stores } = context;
  let newest = 0;
  return async (typed: string): Promise<readonly FileSuggestion[] | null> => {
    newest += 1;
    const mine = newest;
    await new Promise<void>((resolve) => void ports.setTimer(resolve, debounceMs));
    if (mine !== newest) return null;
    const { currentId } = await accounts.get();
    if (currentId === null) return [];
    const files = await stores.catalog.suggest(currentId, typed, mostSuggestions);
    const folders = await stores.catalog.folders(currentId);
    if (mine !== newest) return null;
    return files.map(({ title, fileCode, folderId }) => ({
      content: `${title} #${fileCode}`,
      title,
      folderName: folders.get(folderId)?.name || null,
    }));
  };
}

/** Opens the file that was chosen, or what the manager finds for anything else that was entered. */
export async function openEntered(context: Context, entered: string, where: OpenIn): Promise<void> {
  const { currentId } = await context.accounts.get();
  if (currentId === null) return context.ports.openOptions();
  const [, fileCode] = /\s#(\S+)$/u.exec(entered) ?? [];
  const [file] = fileCode ? await context.stores.catalog.files(currentId, [fileCode]) : [];
  await context.ports.openManager(file ? fileHash(file) : searchHash(entered), where);
}

// As in components/files/model/route.ts.
const fileHash = ({ folderId, fileCode }: CatalogFile) => `#files/${encoded(folderId)}/${encoded(fileCode)}`;

function searchHash(entered: string): string {
  const text = entered.trim();
  return text === '' ? '#files' : `#files?${new URLSearchParams({ q: text.toWellFormed() })}`;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
