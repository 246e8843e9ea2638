/** What a soak does to the extension: how many links, which faults, when the worker dies. All chance comes from one seed. */
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
  readonly title: string;
}

/** Distinct addresses of a small file; no title is the beginning of another. */
export function soakLinks(site: string, count: number): readonly SoakLink[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return { url: `${site}/poster.jpg?n=${number}`, title: `Soak ${String(number).padStart(5, '0')}` };
  });
}
