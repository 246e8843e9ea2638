/** Faults by endpoint. The first rule that applies decides. Probabilities draw from seeds, so a run can be repeated. */

/** Happens instead of the response, or in addition to it. The body of "status" is sent unchanged. */
export type FaultKind =
  /** Waits `ms`, or a random time up to `maxMs`, before the call takes effect. */
  | { kind: 'delay'; ms: number; maxMs?: number }
  /** Waits `ms` after the call took effect. */
  | { kind: 'delay-answer'; ms: number }
  /** Waits until the plan is replaced. Then the call takes effect. */
  | { kind: 'hold' }
  /** Never responds, and keeps the connection open. */
  | { kind: 'hang' }
  /** Resets the connection before the call takes effect. */
  | { kind: 'reset-before' }
  /** Resets the connection after the call took effect. */
  | { kind: 'reset-after' }
  /** Resets the connection at once. The call takes effect `ms` later. */
  | { kind: 'reset-early'; ms: number }
  /** Puts `count` entries like `entry` before the list in the response, each with its own file code. */
  | { kind: 'crowd'; count: number; entry: object }
  /** A proxy's page instead of JSON. */
  | { kind: 'html'; httpStatus?: number; body?: string }
  | { kind: 'empty'; httpStatus?: number }
  /**
   * Sends only the first `bytes` of the response (default: half). `abrupt` breaks the connection instead of ending the
   * body.
   */
  | { kind: 'cut'; bytes?: number; abrupt?: boolean }
  /** Reads only the first `bytes` of the request. `abrupt` breaks the connection instead of leaving it open. */
  | { kind: 'cut-request'; bytes: number; abrupt?: boolean }
  | { kind: 'status'; httpStatus: number; body?: string }
  /** Any JSON as the response. */
  | { kind: 'envelope'; envelope: unknown; httpStatus?: number }
  /** The documented rate limit body, with HTTP 200. */
  | { kind: 'too-many-requests-200' };

export type FaultRule = FaultKind & {
  /**
   * A path such as "/api/upload/url", "/upload" for the POST, or the beginning of one: "/api/urlupload/*", "*" for all.
   */
  endpoint: string;
  /** Only for calls with these values in their parameters, also in a list: `{ file_code: 'abc' }`. */
  query?: Readonly<Record<string, string>>;
  /** Only for calls with several values in this parameter: "file_code". */
  listIn?: string;
  times?: number;
  /** Doesn't apply to this many calls first. */
  skip?: number;
  /** From 0 to 1. */
  probability?: number;
  /** Of the probability. Default 1. */
  seed?: number;
  /**
   * Whether the call takes effect although its response is spoilt. Default false. Ignored by kinds that decide it
   * themselves.
   */
  effect?: boolean;
};

export interface FaultState {
  rule: FaultRule;
  seen: number;
  applied: number;
}

export class FaultPlan {
  #states: (FaultState & { random: () => number })[] = [];
  #replaced = Promise.withResolvers<void>();

  get replaced(): Promise<void> {
    return this.#replaced.promise;
  }

  set(rules: readonly FaultRule[]): void {
    this.#replaced.resolve();
    this.#replaced = Promise.withResolvers();
    this.#states = rules.map((rule) => ({ rule, seen: 0, applied: 0, random: seededRandom(rule.seed ?? 1) }));
  }

  states(): FaultState[] {
    return this.#states.map(({ rule, seen, applied }) => ({ rule, seen, applied }));
  }

  /** Counts the call. Undefined if no fault applies. */
  next(
    endpoint: string,
    readParameter: (name: string) => string | null = () => null,
  ): { rule: FaultRule; random: () => number } | undefined {
    const readValues = (name: string) => (readParameter(name) ?? '').split(',');
    for (const state of this.#states) {
      const { rule, random } = state;
      if (!isCoveredBy(rule.endpoint, endpoint)) continue;
      if (!Object.entries(rule.query ?? {}).every(([name, value]) => readValues(name).includes(value)))
        continue;
      if (rule.listIn !== undefined && readValues(rule.listIn).length < 2) continue;
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

const isCoveredBy = (pattern: string, endpoint: string): boolean =>
  pattern.endsWith('*') ? endpoint.startsWith(pattern.slice(0, -1)) : endpoint === pattern;

/** Whether a call takes effect, where the rule can't say so, and the field that the kind needs. */
const KINDS: Readonly<Record<FaultKind['kind'], { effect?: boolean; needs?: string }>> = {
  delay: { effect: true, needs: 'ms' },
  'delay-answer': { effect: true, needs: 'ms' },
  hold: { effect: true },
  hang: {},
  'reset-before': { effect: false },
  'reset-after': { effect: true },
  'reset-early': { effect: true, needs: 'ms' },
  crowd: { effect: true, needs: 'entry' },
  html: {},
  empty: {},
  cut: { effect: true },
  'cut-request': { effect: false, needs: 'bytes' },
  status: { needs: 'httpStatus' },
  envelope: { needs: 'envelope' },
  'too-many-requests-200': {},
};

export function takesEffect({ kind, effect = false }: FaultRule): boolean {
  return KINDS[kind].effect ?? effect;
}

const FIELDS: Readonly<Record<string, string>> = {
  endpoint: 'string',
  kind: 'string',
  query: 'object',
  listIn: 'string',
  times: 'number',
  skip: 'number',
  probability: 'number',
  seed: 'number',
  effect: 'boolean',
  ms: 'number',
  maxMs: 'number',
  httpStatus: 'number',
  body: 'string',
  bytes: 'number',
  abrupt: 'boolean',
  envelope: 'any',
  count: 'number',
  entry: 'object',
};

/** @throws TypeError that names the rule and what is wrong with it. */
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
    const fields = rule as Record<string, unknown>;
    if (fields['endpoint'] === undefined) throw fail('"endpoint" is missing.');
    if (!isKind(fields['kind'])) throw fail(`"kind" is one of ${Object.keys(KINDS).join(', ')}.`);
    const { effect, needs } = KINDS[fields['kind']];
    if (needs !== undefined && fields[needs] === undefined)
      throw fail(`"${fields['kind']}" needs "${needs}".`);
    if (effect !== undefined && fields['effect'] !== undefined)
      throw fail(`"${fields['kind']}" says itself whether it takes effect.`);
    return rule as FaultRule;
  });
}

const isKind = (kind: unknown): kind is FaultKind['kind'] =>
  typeof kind === 'string' && Object.hasOwn(KINDS, kind);

/** From 0 (inclusive) to 1 (exclusive), always the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
