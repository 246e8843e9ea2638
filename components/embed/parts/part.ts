import type { Builder, BuilderState, DraftField, DraftProblem, DraftReading } from 'linkhaul-player/builder';

/** What every part of the builder's form gets. */
export interface PartProps {
  readonly state: BuilderState;
  readonly builder: Builder;
}

/** What is wrong with a field; undefined where nothing is. */
export function problemAt({ problems }: DraftReading, field: DraftField): DraftProblem | undefined {
  return problems.find((problem) => problem.field === field);
}
