/** What a soak does to the extension: how many links, which faults, when the worker dies. All chance comes from one seed. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { FaultRule } from '../../service/src/index.ts';

interface Span {
  readonly shortest: number;
  readonly longest: number;
}

export interface SoakPlan {
  readonly seed: number;
  readonly links: number;
  /** Links that go in as the first batch; the others follow in portions, one after each death. */
  readonly atOnce: number;
  /** Deaths of the worker: so many at least, and on while links are queued, but so many at most. */
  readonly deaths: { readonly least: number; readonly most: number };
  /** From the moment that the worker runs to its death: milliseconds, more often short than long. */
  readonly life: Span;
  /** From its death until the next links wake it: milliseconds. */
  readonly pause: Span;
  /** Of the deaths, the share that the popup sees; it opens its port again, which wakes the worker. */
  readonly watched: number;
  /** Of the other deaths every so many is left to the alarm; after the rest the next portion of links wakes the worker. */
  readonly alarmEvery: number;
  /** How long everything may take, milliseconds. */
  readonly patience: number;
  readonly faults: readonly FaultRule[];
}

const upload = '/api/upload/url';
const questions = [
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

/** Some uploads are never answered (every other one has its effect), and the questions have a little of everything. */
export function worseFaults(seed: number): readonly FaultRule[] {
  return seeded(seed, [
    { endpoint: upload, kind: 'hang', probability: 0.004, effect: true },
    { endpoint: upload, kind: 'hang', probability: 0.004 },
    ...questions.flatMap((endpoint): FaultRule[] => [
      { endpoint, kind: 'reset-before', probability: 0.02 },
      { endpoint, kind: 'html', probability: 0.01 },
      { endpoint, kind: 'cut', probability: 0.01 },
    ]),
  ]);
}

/** Every upload takes so long, and the service carries it out in the end. Milliseconds. */
export function slowUploads(ms: number, maxMs: number): FaultRule {
  return { endpoint: upload, kind: 'delay', ms, maxMs };
}

function seeded(seed: number, rules: readonly FaultRule[]): readonly FaultRule[] {
  return rules.map((rule, index) => ({ ...rule, seed: seed * 100 + index }));
}

export interface SoakLink {
  readonly url: string;
  /** What the service calls the file in the end. */
  readonly title: string;
  /** Whether that title is offered; else the service makes it of the address. */
  readonly titled: boolean;
  readonly folder: FolderRef;
  /** As from a private window. */
  readonly private: boolean;
}

/** Bytes of the smallest file that is sent without a title: its name is its size. */
const smallest = 30_000;

/**
 * Distinct addresses of small files: every other one with a title, no title the beginning of another; every fifth as from
 * a private window; into each of the folders in turn.
 */
export function soakLinks(site: string, count: number, folders: readonly FolderRef[]): readonly SoakLink[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const folder = folders[index % folders.length];
    if (folder === undefined) throw new Error('There is no folder to send links to.');
    const rest = { folder, private: index % 5 === 0 };
    if (index % 2 === 0) {
      const title = `Soak ${String(number).padStart(5, '0')}`;
      return { url: `${site}/poster.jpg?n=${number}`, title, titled: true, ...rest };
    }
    const size = smallest + number;
    return { url: `${site}/big/${size}.bin`, title: String(size), titled: false, ...rest };
  });
}
