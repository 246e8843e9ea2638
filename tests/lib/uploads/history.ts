/** What was ever stored of uploads and events, seen from outside of any process: it reads what is written to the storage areas. */
import type { EventKind, LoggedEvent } from '../../../lib/uploads/event.ts';
import { memoryKey, readMemory } from '../../../lib/uploads/storage/memory-store.ts';
import { isMemoryOnly, type Upload, type UploadState } from '../../../lib/uploads/upload.ts';

/** Endings, and the kind of event that each one causes. */
const endings: Readonly<Partial<Record<UploadState, EventKind>>> = {
  done: 'done',
  failed: 'failed',
  vanished: 'failed',
  refused: 'refused',
};

/** A failure counts once its fallback was tried. */
const getEnding = ({ state, isFailureUntold }: Upload): EventKind | undefined =>
  isFailureUntold ? undefined : endings[state];

type Content = ReturnType<typeof readMemory>;
const nothing = readMemory(undefined);

/** Each store numbers its own. */
export const nameEvent = (event: LoggedEvent): string => `${isMemoryOnly(event)} ${event.id}`;

export class History {
  /** Uploads of links as they were added. */
  readonly added = new Map<string, Upload>();
  /** Ids in the order in which they were sent for the first time. */
  readonly firstSends = new Set<string>();
  /** Upload id → the event kind of each of its ends. */
  readonly ends = new Map<string, EventKind[]>();
  /** By `nameEvent`. */
  readonly events = new Map<string, LoggedEvent>();
  /** Called for each upload that is stored as `sending`. */
  onSend = (): void => {};
  readonly #contents: Content[] = [];

  /** @param area 0 stands in for the disk, 1 is memory */
  record(area: Area, key: string, value: unknown): void {
    if (key !== memoryKey) return;
    const [before, after] = [this.#contents[area] ?? nothing, readMemory(value)];
    this.#contents[area] = after;
    for (const event of after.events) this.events.set(nameEvent(event), event);
    for (const upload of after.uploads.values()) {
      const previous = before.uploads.get(upload.id);
      if (upload !== previous && upload.source === 'link') this.#compare(previous, upload);
    }
  }

  #compare(before: Upload | undefined, after: Upload): void {
    const { id, state } = after;
    if (before === undefined) this.added.set(id, after);
    if (state !== before?.state && state === 'sending') {
      this.firstSends.add(id);
      this.onSend();
    }
    const kind = getEnding(after);
    const isNew = state !== before?.state || kind !== getEnding(before);
    if (isNew && kind !== undefined) this.ends.set(id, [...(this.ends.get(id) ?? []), kind]);
  }

  /** All uploads as they are stored now. */
  uploads(): readonly Upload[] {
    return this.#contents.flatMap(({ uploads }) => [...uploads.values()]);
  }

  /** Id of the last event of an area that is marked as delivered. */
  delivered(area: Area): number {
    return this.#contents[area]?.meta.delivered ?? 0;
  }
}

type Area = 0 | 1;
