/** The plan of a soak: number of links, faults, and when the worker is killed. All random numbers come from one seed. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { FaultRule } from '../../service/src/index.ts';

export interface Span {
  readonly shortest: number;
  readonly longest: number;
}

export interface SoakPlan {
  readonly seed: number;
  readonly links: number;
  /** Links of the first batch. The others follow in batches, one after each worker kill. */
  readonly firstBatch: number;
  /** Worker kills: at least `least`, and up to `most` while links are queued. */
  readonly kills: { readonly least: number; readonly most: number };
  /** Short times are more frequent. */
  readonly uptimeMs: Span;
  /** From the end of the worker until the next links wake it. */
  readonly downtimeMs: Span;
  /** Share of the kills while the popup is open. It reopens its port, which wakes the worker. */
  readonly popupShare: number;
  /** Of the other kills, one in this number is followed by the alarm, the rest by the next batch of links. */
  readonly alarmEvery: number;
  /** Everything has to be settled after this time. */
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
 * Faults of uploads: 5 % reset after their effect, 5 % before, 2 % get a proxy's page (half of them with the effect),
 * and 2 % get the 429 inside HTTP 200. Every rule has its own random sequence.
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

/** Some uploads never get a response (half of them take effect), and reads fail in several ways. */
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

/** Delays every upload. It still takes effect. */
export function slowUploads(ms: number, maxMs: number): FaultRule {
  return { endpoint: upload, kind: 'delay', ms, maxMs };
}

function seeded(seed: number, rules: readonly FaultRule[]): readonly FaultRule[] {
  return rules.map((rule, index) => ({ ...rule, seed: seed * 100 + index }));
}

export interface SoakLink {
  readonly url: string;
  readonly title: string;
  /** Whether the title is sent. Otherwise the service derives it from the address. */
  readonly titled: boolean;
  readonly folder: FolderRef;
  readonly private: boolean;
}

/** Size of the smallest file without a title. These files are named after their size. */
const smallestBytes = 30_000;

export interface LinkOptions {
  readonly from?: number;
  /** By default, every other link has a title. */
  readonly allTitled?: boolean;
  /** One link in this number is from a private window; 0: none. */
  readonly privateEvery?: number;
}

/** Distinct addresses of small files, spread over the folders. No title is a prefix of another. */
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
