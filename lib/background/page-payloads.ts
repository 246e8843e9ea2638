/**
 * Page payloads: what a page is opened with, such as the clicked links for the picker. They are one value in `storage.session`, so they
 * survive the worker but not the browser. Its 10 MB are shared with private uploads and the limiter's state.
 */
import { StorageError } from '../storage/database.ts';
import { hasShape, type Shaped } from '../storage/shape.ts';
import { createStoredValue } from '../storage/stored.ts';
import type { Ports } from './ports.ts';
import { GoneError } from './problems.ts';

/** The oldest payloads are removed first. */
export const maxTotalBytes = 4_000_000;

/** Two large pages can be open at once. */
export const maxPayloadBytes = 2_000_000;

export const maxAgeMs = 60 * 60_000;

export const maxPayloads = 100;

export interface PayloadKind<T> {
  readonly name: 'picker-request' | 'collection';
  /** Anything else is discarded. */
  readonly isPayload: (value: unknown) => value is T;
}

/** `json` is text, because nested values take several times the bytes of their JSON. */
const shape = { kind: String, id: String, createdAtMs: Number, json: String };
type StoredPayload = Shaped<typeof shape>;
type PayloadPorts = Pick<Ports, 'session' | 'clock' | 'createId'>;
export type PagePayloads = ReturnType<typeof createPagePayloads>;

/** Only one instance may use an area. */
export function createPagePayloads({ session, clock, createId }: PayloadPorts) {
  /** Oldest first. */
  const payloads = createStoredValue(session, 'payloads', (value): readonly StoredPayload[] =>
    Array.isArray(value) ? value.filter((each) => hasShape(each, shape)) : [],
  );
  const isFresh = ({ createdAtMs }: StoredPayload) => clock() - createdAtMs <= maxAgeMs;

  async function replace(kind: PayloadKind<unknown>, id: string, ...added: StoredPayload[]): Promise<void> {
    const isKept = (each: StoredPayload) => isFresh(each) && (each.kind !== kind.name || each.id !== id);
    await payloads
      .update((all) => keepNewest([...all.filter(isKept), ...added]))
      .catch((error: unknown) => {
        throw new StorageError('storage.session', 'full', error);
      });
  }

  return {
    /**
     * Stores a new payload, or replaces the one with this id.
     *
     * @throws {RangeError} if it is too large
     * @throws {StorageError} if private uploads and other data leave no room
     */
    async put<T>(kind: PayloadKind<T>, payload: T, id = createId()): Promise<string> {
      const json = JSON.stringify(payload);
      if (sizeBytes(json) > maxPayloadBytes) throw new RangeError('The payload of a page is too large.');
      await replace(kind, id, { kind: kind.name, id, createdAtMs: clock(), json });
      return id;
    },

    /** @throws {GoneError} for a payload that was removed, has expired or is damaged */
    async get<T>(kind: PayloadKind<T>, id: string): Promise<T> {
      const found = (await payloads.get()).find((each) => each.kind === kind.name && each.id === id);
      const payload: unknown = found && isFresh(found) ? JSON.parse(found.json) : undefined;
      if (!kind.isPayload(payload)) throw new GoneError();
      return payload;
    },

    drop: (kind: PayloadKind<unknown>, id: string): Promise<void> => replace(kind, id),

    async removeExpired(): Promise<void> {
      if (!(await payloads.get()).every(isFresh)) await payloads.update((all) => all.filter(isFresh));
    },
  };
}

function keepNewest(payloads: readonly StoredPayload[]): readonly StoredPayload[] {
  let roomBytes = maxTotalBytes;
  const last = payloads.findLastIndex(({ json }) => {
    roomBytes -= sizeBytes(json);
    return roomBytes < 0;
  });
  return payloads.slice(last + 1).slice(-maxPayloads);
}

/** In UTF-8 as JSON. */
export const payloadSizeBytes = (value: unknown): number => sizeBytes(JSON.stringify(value));

const sizeBytes = (json: string): number => new TextEncoder().encode(json).byteLength;
