/** A benchmark is a file `<name>.bench.ts` here, with a `Benchmark` as its default export. */
import type { Log } from '../../scripts/process.ts';

export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Of the same run, with their values. Null without controls. */
  readonly against: string | null;
  /** `value` divided by that of the best control. Null without controls, or if that is 0. */
  readonly ratio: number | null;
  /** For example `<= 50`. Null without a goal. */
  readonly goal: string | null;
  /** Also without a goal. */
  readonly holds: boolean;
}

export interface Benchmark {
  readonly title: string;
  run(log: Log): Promise<Result[]>;
}

interface Control {
  readonly name: string;
  readonly value: number;
}

export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly controls?: readonly Control[];
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

export function result({ name, value, unit, controls = [], goal }: Measured): Result {
  const [best] = controls;
  const against = controls.map((control) => `${control.name}: ${round(control.value)}`).join(', ');
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
