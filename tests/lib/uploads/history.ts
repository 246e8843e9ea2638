/**
 * Records everything that was ever stored about uploads and events, as seen from outside any process. It reads what is written to the
 * storage areas.
 */
import type { EventKind, LoggedEvent } from '../../../lib/uploads/event.ts';
import { memoryKey, readMemory } from '../../../lib/uploads/storage/memory-store.ts';
import { isMemoryOnly, type Upload, type UploadState } from '../../../lib/uploads/upload.ts';

/** Final states, and the kind of event that each one causes. */
const endings: Readonly<Partial<Record<UploadState, EventKind>>> = {
  done: 'done',
  failed: 'failed',
  vanished: 'failed',
  refused: 'refused',
};

/** A failure counts only once its fallback was tried. */
const getEnding = ({ state, isFailureHidden }: Upload): EventKind | undefined =>
  isFailureHidden ? undefined : endings[state];

type Content = ReturnType<typeof readMemory>;
const nothing = readMemory(undefined);

/** Each store has its own numbering. */
export const nameEvent = (event: LoggedEvent): string => `${isMemoryOnly(event)} ${event.id}`;

export class History {
  /** Uploads of links in the form in which they were added. */
  readonly added = new Map<string, Upload>();
  /** Ids in the order of their first send. */
  readonly firstSends = new Set<string>();
  /** Upload id → the event kind of each time that the upload ended. */
  readonly ends = new Map<string, EventKind[]>();
  /** By `nameEvent`. */
  readonly events = new Map<string, LoggedEvent>();
  /** Called for each upload that is stored as `sending`. */
  onSend = (): void => {};
  readonly #contents: Content[] = [];

  /** @param area 0 stands for the disk, 1 for memory */
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

  uploads(): readonly Upload[] {
    return this.#contents.flatMap(({ uploads }) => [...uploads.values()]);
  }

  /** Id of the last event in an area that is marked as delivered. */
  delivered(area: Area): number {
    return this.#contents[area]?.meta.delivered ?? 0;
  }
}

type Area = 0 | 1;
