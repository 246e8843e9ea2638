import { type Problem, ProblemError } from '../../lib/protocol.ts';

export function toProblem(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { code: 'unexpected', msg: null };
}

export const isUploadsProblem = ({ store }: Problem): boolean => store === 'linkhaul-uploads';
export const isActivityProblem = ({ store }: Problem): boolean => store === 'linkhaul-activity';
