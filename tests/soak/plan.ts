/** What a soak does to the extension: how many links, which faults, when the worker is killed. All chance comes from one seed. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { FaultRule } from '../../service/src/index.ts';

/** Milliseconds. */
export interface Span {
  readonly shortest: number;
  readonly longest: number;
}

export interface SoakPlan {
  readonly seed: number;
  readonly links: number;
  /** Links of the first batch; the others follow in portions, one after each worker kill. */
  readonly firstBatch: number;
  /** Worker kills: at least so many, and on while links are queued, but at most so many. */
  readonly kills: { readonly least: number; readonly most: number };
  /** From the moment that the worker runs until it is killed, more often short than long. */
  readonly uptimeMs: Span;
  /** From its end until the next links wake it. */
  readonly downtimeMs: Span;
  /** Share of the kills that happen while the popup is open; it opens its port again, which wakes the worker. */
  readonly popupShare: number;
  /** Of the other kills, one after so many is left to the alarm; after the rest the next portion of links wakes the worker. */
  readonly alarmEvery: number;
  /** Milliseconds until everything has to be settled. */
  readonly timeoutMs: number;
  readonly faults: readonly FaultRule[];
}

const upload = '/api/upload/url';
const reads = [
  '/api/folder/list',
  '/api/urlupload/list',
  '/api/urlupload/slots',
  '/api/file/info',
  '/api/file/list',
] as const;

/**
 * Uploads: 5 % reset after their effect, 5 % before, 2 % answered with a proxy's page (every other one with the effect)
 * and 2 % with the 429 inside HTTP 200. Every rule draws from a sequence of its own.
 */
export function uploadFaults(seed: number): readonly FaultRule[] {
  return seeded(seed, [
    { endpoint: upload, kind: 'reset-after', probability: 0.05 },
    { endpoint: upload, kind: 'reset-before', probability: 0.05 },
    { endpoint: upload, kind: 'html', probability: 0.01, effect: true },
    { endpoint: upload, kind: 'html', probability: 0.01 },
    { endpoint: upload, kind: 'too-many-requests-200', probability: 0.02 },
  ]);
}

/** Some uploads are never answered (every other one has its effect), and reads have a little of everything. */
export function worseFaults(seed: number): readonly FaultRule[] {
  return seeded(seed, [
    { endpoint: upload, kind: 'hang', probability: 0.004, effect: true },
    { endpoint: upload, kind: 'hang', probability: 0.004 },
    ...reads.flatMap((endpoint): FaultRule[] => [
      { endpoint, kind: 'reset-before', probability: 0.02 },
      { endpoint, kind: 'html', probability: 0.01 },
      { endpoint, kind: 'cut', probability: 0.01 },
    ]),
  ]);
}

/** Every upload takes so many milliseconds, and has its effect. */
export function slowUploads(ms: number, maxMs: number): FaultRule {
  return { endpoint: upload, kind: 'delay', ms, maxMs };
}

function seeded(seed: number, rules: readonly FaultRule[]): readonly FaultRule[] {
  return rules.map((rule, index) => ({ ...rule, seed: seed * 100 + index }));
}

export interface SoakLink {
  readonly url: string;
  /** The file's title at the service. */
  readonly title: string;
  /** Whether that title is offered; else the service makes it of the address. */
  readonly titled: boolean;
  readonly folder: FolderRef;
  /** As from a private window. */
  readonly private: boolean;
}

/** Bytes of the smallest file that is sent without a title: its name is its size. */
const smallestBytes = 30_000;

export interface LinkOptions {
  /** The first link's number. */
  readonly from?: number;
  /** Without it, every other link has a title. */
  readonly allTitled?: boolean;
  /** One of so many is as from a private window; 0: none. */
  readonly privateEvery?: number;
}

/** Distinct addresses of small files, no title the beginning of another, into each of the folders in turn. */
export function soakLinks(
  site: string,
  count: number,
  folders: readonly FolderRef[],
  { from = 1, allTitled = false, privateEvery = 5 }: LinkOptions = {},
): readonly SoakLink[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const folder = folders[index % folders.length];
    if (folder === undefined) throw new Error('There is no folder to send links to.');
    const rest = { folder, private: privateEvery > 0 && index % privateEvery === 0 };
    if (allTitled || index % 2 === 0) {
      const title = `Soak ${String(number).padStart(5, '0')}`;
      return { url: `${site}/poster.jpg?n=${number}`, title, titled: true, ...rest };
    }
    const sizeBytes = smallestBytes + number;
    return { url: `${site}/big/${sizeBytes}.bin`, title: String(sizeBytes), titled: false, ...rest };
  });
}
