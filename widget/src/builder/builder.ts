/**
 * An embed in the making: the draft, what it comes to, and what was found out about the addresses in it. Whatever draws it
 * subscribes, draws `state`, and hands changes to `change`.
 *
 * Promises: each address is looked at once, after a pause in typing; what is no longer in the draft is not waited for;
 * nothing is kept anywhere.
 */
import { checkDocument, checkSubtitle, type DocumentCheck, type SubtitleCheck } from './check-online.ts';
import { type EmbedDraft, newDraft } from './draft.ts';
import { type Checking, createAddressChecks } from './lookout.ts';
import { type DraftField, type DraftReading, readDraft } from './read.ts';

export interface BuilderState {
  readonly draft: EmbedDraft;
  readonly reading: DraftReading;
  /** By the id of the track; nothing for an address that is not right yet. */
  readonly subtitles: Readonly<Record<string, Checking | SubtitleCheck>>;
  /** What lies at the document's address; null while that is not right yet. */
  readonly document: Checking | DocumentCheck | null;
}

export interface Builder {
  /** Another object after each change. */
  readonly state: BuilderState;
  /** Calls after each change; gives a function that ends it. */
  subscribe(listener: () => void): () => void;
  change(edit: (draft: EmbedDraft) => EmbedDraft): void;
  /** Looks again at an address, now. */
  checkAgain(address: string): void;
  /** Stops looking; nothing is called any more. */
  close(): void;
}

export interface BuilderOptions {
  readonly draft?: EmbedDraft | undefined;
  /** How long nothing is typed before addresses are looked at; milliseconds, default 400. */
  readonly debounceMs?: number | undefined;
}

export function createBuilder({ draft = newDraft(), debounceMs = 400 }: BuilderOptions = {}): Builder {
  const listeners = new Set<() => void>();
  const found = () => show(state.draft);
  const options = (signal: AbortSignal) => ({
    player: getPlayerOrigin(state),
    allowHttp: state.draft.allowHttp,
    signal,
  });
  const subtitles = createAddressChecks((address, signal) => checkSubtitle(address, options(signal)), found);
  const documents = createAddressChecks((address, signal) => checkDocument(address, options(signal)), found);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state = read(draft);

  function read(next: EmbedDraft): BuilderState {
    const reading = readDraft(next);
    const isRight = (field: DraftField, text: string) =>
      text.trim() !== '' && !reading.problems.some((problem) => problem.field === field);
    const checks = next.tracks
      .filter(({ id, src }) => isRight(`${id}.src`, src))
      .map(({ id, src }) => [id, subtitles.of(src.trim())] as const);
    return {
      draft: next,
      reading,
      subtitles: Object.fromEntries(checks),
      document: isRight('document', next.document) ? documents.of(next.document.trim()) : null,
    };
  }

  function show(next: EmbedDraft): void {
    state = read(next);
    for (const listener of listeners) listener();
  }

  /** The addresses of the draft that can be looked at. */
  const addresses = () => ({
    ofSubtitles: state.draft.tracks.filter(({ id }) => id in state.subtitles).map(({ src }) => src.trim()),
    ofDocument: state.document ? [state.draft.document.trim()] : [],
  });

  function forget(keep: (address: string) => boolean): void {
    const { ofSubtitles, ofDocument } = addresses();
    subtitles.keep(ofSubtitles.filter(keep));
    documents.keep(ofDocument.filter(keep));
  }

  function look(): void {
    const { ofSubtitles, ofDocument } = addresses();
    subtitles.look(ofSubtitles);
    documents.look(ofDocument);
  }

  function lookSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(look, debounceMs);
  }

  lookSoon();
  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(edit) {
      const before = getPlayerOrigin(state);
      state = read(edit(state.draft));
      // Another player is another reader.
      forget(() => before === getPlayerOrigin(state));
      show(state.draft);
      lookSoon();
    },
    checkAgain(address) {
      forget((each) => each !== address);
      look();
      show(state.draft);
    },
    close() {
      clearTimeout(timer);
      listeners.clear();
      subtitles.keep([]);
      documents.keep([]);
    },
  };
}

/** The origin that the player runs on; undefined while it is not known. */
function getPlayerOrigin({ draft, reading }: BuilderState): string | undefined {
  return URL.parse(reading.file?.baseUrl ?? draft.baseUrl)?.origin;
}
