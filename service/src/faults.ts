/**
 * The fault plan: what goes wrong on purpose, per endpoint, set from outside (/admin/faults) or by `startService`.
 * Rules are tried in order and the first that applies decides. A rule with a probability draws from its own seeded
 * sequence, so a run can be repeated.
 */

/** What happens instead of, or besides, the answer. Bodies of "status" are sent unchanged. */
export type FaultKind =
  /** Answers `ms` later, or a random time between `ms` and `maxMs`; the effect takes place after the wait. */
  | { kind: 'delay'; ms: number; maxMs?: number }
  /** Waits until the plan is replaced; the effect takes place then. */
  | { kind: 'hold' }
  /** Never answers; the connection stays open. */
  | { kind: 'hang' }
  /** The connection is reset and nothing has happened. */
  | { kind: 'reset-before' }
  /** Everything has happened, then the connection is reset instead of an answer. */
  | { kind: 'reset-after' }
  /** A proxy's page instead of JSON. */
  | { kind: 'html'; httpStatus?: number; body?: string }
  | { kind: 'empty'; httpStatus?: number }
  /** The real answer's first `bytes` (default: half); `abrupt` also breaks the connection instead of ending the body. */
  | { kind: 'cut'; bytes?: number; abrupt?: boolean }
  /** Takes the request's first `bytes` and no more; `abrupt` also breaks the connection instead of leaving it open. */
  | { kind: 'cut-request'; bytes: number; abrupt?: boolean }
  | { kind: 'status'; httpStatus: number; body?: string; contentType?: string }
  /** Any JSON as the answer. */
  | { kind: 'envelope'; envelope: unknown; httpStatus?: number }
  /** The documented rate limit body, inside HTTP 200. */
  | { kind: 'too-many-requests-200' };

export type FaultRule = FaultKind & {
  /** A path like "/api/upload/url", "/upload" for the POST, or "*" for all of these. */
  endpoint: string;
  /** Applies at most so often. */
  times?: number;
  /** Lets so many calls of its endpoint pass first. */
  skip?: number;
  /** Applies with this probability, 0 to 1. */
  probability?: number;
  /** Seed of the probability's sequence; default 1. */
  seed?: number;
  /**
   * Whether the call takes effect although its answer is spoilt. Default false, and only for "hang", "html", "empty",
   * "status", "envelope" and "too-many-requests-200": the other kinds say it themselves.
   */
  effect?: boolean;
};

/** A rule and what became of it. */
export type FaultState = { rule: FaultRule; seen: number; applied: number };

export class FaultPlan {
  #states: (FaultState & { random: () => number })[] = [];
  #replaced = Promise.withResolvers<void>();

  /** Resolves when the plan is replaced. */
  get replaced(): Promise<void> {
    return this.#replaced.promise;
  }

  /** Replaces the plan. */
  set(rules: readonly FaultRule[]): void {
    this.#replaced.resolve();
    this.#replaced = Promise.withResolvers();
    this.#states = rules.map((rule) => ({ rule, seen: 0, applied: 0, random: seededRandom(rule.seed ?? 1) }));
  }

  /** The plan with its counters. */
  states(): FaultState[] {
    return this.#states.map(({ rule, seen, applied }) => ({ rule, seen, applied }));
  }

  /** The fault for a call that arrives now, if any applies; it is counted. */
  next(endpoint: string): { rule: FaultRule; random: () => number } | undefined {
    for (const state of this.#states) {
      const { rule, random } = state;
      if (rule.endpoint !== '*' && rule.endpoint !== endpoint) continue;
      state.seen += 1;
      if (state.seen <= (rule.skip ?? 0)) continue;
      if (rule.times !== undefined && state.applied >= rule.times) continue;
      if (rule.probability !== undefined && random() >= rule.probability) continue;
      state.applied += 1;
      return { rule, random };
    }
    return undefined;
  }
}

const ALWAYS_EFFECTIVE = new Set<string>([
  'delay',
  'hold',
  'reset-after',
  'cut',
] satisfies FaultRule['kind'][]);
const NEVER_EFFECTIVE = new Set<string>(['reset-before', 'cut-request'] satisfies FaultRule['kind'][]);

/** Whether a call that the rule applies to takes effect. */
export function takesEffect(rule: FaultRule): boolean {
  return rule.effect ?? ALWAYS_EFFECTIVE.has(rule.kind);
}

const KINDS = new Set<string>([
  'delay',
  'hold',
  'hang',
  'reset-before',
  'reset-after',
  'html',
  'empty',
  'cut',
  'cut-request',
  'status',
  'envelope',
  'too-many-requests-200',
] satisfies FaultRule['kind'][]);

const FIELDS: Readonly<Record<string, string>> = {
  endpoint: 'string',
  kind: 'string',
  times: 'number',
  skip: 'number',
  probability: 'number',
  seed: 'number',
  effect: 'boolean',
  ms: 'number',
  maxMs: 'number',
  httpStatus: 'number',
  body: 'string',
  contentType: 'string',
  bytes: 'number',
  abrupt: 'boolean',
  envelope: 'any',
};

/**
 * `value` as the rules of a plan.
 * @throws TypeError that names the rule and what is wrong with it.
 */
export function parseFaults(value: unknown): FaultRule[] {
  if (!Array.isArray(value)) throw new TypeError('A fault plan is an array of rules.');
  return value.map((rule: unknown, index) => {
    const fail = (what: string) => new TypeError(`Rule ${index + 1}: ${what}`);
    if (typeof rule !== 'object' || rule === null) throw fail('a rule is an object.');
    for (const [name, field] of Object.entries(rule)) {
      const wanted = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
      if (wanted === undefined) throw fail(`there is no field "${name}".`);
      if (wanted !== 'any' && typeof field !== wanted) throw fail(`"${name}" is a ${wanted}.`);
    }
    const { endpoint, kind, ms, bytes, httpStatus, envelope, effect } = rule as Record<string, unknown>;
    if (endpoint === undefined) throw fail('"endpoint" is missing.');
    if (typeof kind !== 'string' || !KINDS.has(kind))
      throw fail(`"kind" is one of ${[...KINDS].join(', ')}.`);
    if (kind === 'delay' && ms === undefined) throw fail('a delay needs "ms".');
    if (kind === 'cut-request' && bytes === undefined) throw fail('a cut request needs "bytes".');
    if (kind === 'status' && httpStatus === undefined) throw fail('a status needs "httpStatus".');
    if (kind === 'envelope' && envelope === undefined) throw fail('an envelope needs "envelope".');
    if (effect !== undefined && (ALWAYS_EFFECTIVE.has(kind) || NEVER_EFFECTIVE.has(kind))) {
      throw fail(`"${kind}" says itself whether it takes effect.`);
    }
    return rule as FaultRule;
  });
}

/** Numbers from 0 (included) to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
