/** What a benchmark file is: `<name>.bench.ts` in this folder, whose default export is a `Benchmark`. */

/** One figure, as it stands in results.json. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is measured beside in the same run, with its figures; null where there is nothing to compare. */
  readonly against: string | null;
  /** `value` divided by the best of what it is measured beside; null where there is none, or where that is 0. */
  readonly ratio: number | null;
  /** The goal in words; null where the figure is only shown. */
  readonly goal: string | null;
  /** Whether the goal is reached. */
  readonly holds: boolean;
}

export interface Benchmark {
  /** What is measured, in a few words. */
  readonly title: string;
  /** @param say tells what is going on, on a run that takes long */
  run(say: (line: string) => void): Promise<Result[]>;
}

interface Rival {
  readonly name: string;
  readonly value: number;
}

export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Measured in the same run, the best one first. */
  readonly rivals?: readonly Rival[];
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

/** Makes the row of a figure: ratio and `holds` are computed, never written down. */
export function result({ name, value, unit, rivals = [], goal }: Measured): Result {
  const [best] = rivals;
  const against = rivals.map((rival) => `${rival.name}: ${round(rival.value)}`).join(', ');
  return {
    name,
    value: round(value),
    unit,
    against: against || null,
    ratio: best === undefined || best.value === 0 ? null : round(value / best.value),
    goal: goal === undefined ? null : 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`,
    holds: goal === undefined || ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost),
  };
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
