/** Links, faults and kills of a soak. All random numbers come from one seed. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { FaultRule } from '../../service/src/index.ts';

export interface Span {
  readonly shortest: number;
  readonly longest: number;
}

export interface SoakPlan {
  readonly seed: number;
  readonly links: number;
  /** One batch of the others follows each worker kill. */
  readonly firstBatch: number;
  /** Up to `most` while links are queued. */
  readonly kills: { readonly least: number; readonly most: number };
  /** Short times are more frequent. */
  readonly uptimeMs: Span;
  /** Until the next links wake it. */
  readonly downtimeMs: Span;
  /** Of the kills. An open popup reopens its port, which wakes the worker. */
  readonly popupShare: number;
  /** One in this number of the other kills is followed by the alarm, the rest by the next links. */
  readonly alarmEvery: number;
  /** Everything has to settle within this time. */
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
 * 5 % reset after their effect, 5 % before, 2 % get a proxy's page (half of them with the effect), and 2 % get the 429 inside HTTP 200.
 * Every rule has its own random sequence.
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

/** Some uploads never get a response (half take effect), and reads fail in several ways. */
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

/** Uploads still take effect. */
export function slowUploads(ms: number, maxMs: number): FaultRule {
  return { endpoint: upload, kind: 'delay', ms, maxMs };
}

function seeded(seed: number, rules: readonly FaultRule[]): readonly FaultRule[] {
  return rules.map((rule, index) => ({ ...rule, seed: seed * 100 + index }));
}

export interface SoakLink {
  readonly url: string;
  readonly title: string;
  /** Otherwise the service derives the title from the address. */
  readonly titled: boolean;
  readonly folder: FolderRef;
  readonly private: boolean;
}

/** Of the smallest file without a title. These are named after their size. */
const smallestBytes = 30_000;

export interface LinkOptions {
  readonly from?: number;
  /** By default, every other link has a title. */
  readonly allTitled?: boolean;
  /** 0: no links from private windows. */
  readonly privateEvery?: number;
}

/** Small files, spread over the folders. No title is a prefix of another. */
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
