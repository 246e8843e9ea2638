/** The state of the embed builder. A view subscribes, renders `state`, and passes edits to `change`. Nothing is stored. */

import { type Checking, createAddressChecks } from './address-checks.ts';
import { checkDocument, checkSubtitle, type DocumentCheck, type SubtitleCheck } from './check-online.ts';
import { type EmbedDraft, newDraft } from './draft.ts';
import { type DraftField, type ParsedDraft, readDraft } from './read-draft.ts';

export interface BuilderState {
  readonly draft: EmbedDraft;
  readonly parsed: ParsedDraft;
  /** By track id. Only valid addresses. */
  readonly subtitles: Readonly<Record<string, Checking | SubtitleCheck>>;
  /** Null if the address is missing or invalid. */
  readonly document: Checking | DocumentCheck | null;
}

export type Builder = ReturnType<typeof createBuilder>;

export interface BuilderOptions {
  readonly draft?: EmbedDraft | undefined;
  /** Before addresses are checked. Default 400. */
  readonly debounceMs?: number | undefined;
}

export function createBuilder({ draft = newDraft(), debounceMs = 400 }: BuilderOptions = {}) {
  const listeners = new Set<() => void>();
  const onResult = () => publish(state.draft);
  const options = (signal: AbortSignal) => ({
    player: getPlayerOrigin(state),
    allowHttp: state.draft.allowHttp,
    signal,
  });
  const subtitles = createAddressChecks(
    (address, signal) => checkSubtitle(address, options(signal)),
    onResult,
  );
  const documents = createAddressChecks(
    (address, signal) => checkDocument(address, options(signal)),
    onResult,
  );
  let state = read(draft);

  function read(next: EmbedDraft): BuilderState {
    const parsed = readDraft(next);
    const isValid = (field: DraftField, text: string) =>
      text.trim() !== '' && !parsed.problems.some((problem) => problem.field === field);
    const checks = next.tracks
      .filter(({ id, src }) => isValid(`${id}.src`, src))
      .map(({ id, src }) => [id, subtitles.get(src.trim())] as const);
    return {
      draft: next,
      parsed,
      subtitles: Object.fromEntries(checks),
      document: isValid('document', next.document) ? documents.get(next.document.trim()) : null,
    };
  }

  function publish(next: EmbedDraft): void {
    state = read(next);
    for (const listener of listeners) listener();
  }

  const addresses = () => ({
    ofSubtitles: state.draft.tracks.filter(({ id }) => id in state.subtitles).map(({ src }) => src.trim()),
    ofDocument: state.document ? [state.draft.document.trim()] : [],
  });

  function retainChecks(keep: (address: string) => boolean): void {
    const { ofSubtitles, ofDocument } = addresses();
    subtitles.retain(ofSubtitles.filter(keep));
    documents.retain(ofDocument.filter(keep));
  }

  function checkAddresses(): void {
    const { ofSubtitles, ofDocument } = addresses();
    subtitles.check(ofSubtitles);
    documents.check(ofDocument);
  }

  let timer = setTimeout(checkAddresses, debounceMs);
  return {
    /** A new object after each change. */
    get state() {
      return state;
    },
    /** Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(edit: (draft: EmbedDraft) => EmbedDraft): void {
      const before = getPlayerOrigin(state);
      state = read(edit(state.draft));
      // Whether an address is readable depends on the player's origin.
      retainChecks(() => before === getPlayerOrigin(state));
      publish(state.draft);
      clearTimeout(timer);
      timer = setTimeout(checkAddresses, debounceMs);
    },
    /** Immediately. */
    checkAgain(address: string): void {
      retainChecks((each) => each !== address);
      checkAddresses();
      publish(state.draft);
    },
    /** Aborts all checks and removes all listeners. */
    close(): void {
      clearTimeout(timer);
      listeners.clear();
      subtitles.retain([]);
      documents.retain([]);
    },
  };
}

function getPlayerOrigin({ draft, parsed }: BuilderState): string | undefined {
  return URL.parse(parsed.file?.baseUrl ?? draft.baseUrl)?.origin;
}
