/**
 * Connects an account: the click opens the browser's permission prompt, then the account is checked. Some services need no
 * permission (CORS headers), and some users never see the prompt (it opened in another window): after a timeout the check runs
 * without an answer, and only a failure that the permission could resolve waits for it.
 */
import type { ProblemCode } from '../../lib/protocol.ts';
import { problemOf } from '../problem/problem.ts';

interface ConnectSteps<T> {
  /** What the browser answers to the question for the host; rejects where the question could not be put. */
  readonly permission: Promise<boolean>;
  readonly attempt: () => Promise<T>;
  /** Resolves when the answer is waited for no longer. */
  readonly timeout: Promise<void>;
  /** The answer is waited for; nothing goes on without it. */
  readonly onWaiting: () => void;
}

/** The host could not be reached, and the permission for it was refused. */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
}

const permissionRelated: ReadonlySet<ProblemCode> = new Set(['network', 'timeout', 'no-permission']);

/** @throws ProblemError as `attempt` does, PermissionDeniedError where only the permission is missing */
export async function connect<T>({ permission, attempt, timeout, onWaiting }: ConnectSteps<T>): Promise<T> {
  const answer = permission.catch(() => false);
  const firstAnswer = await Promise.race([answer, timeout.then(() => null)]);
  if (firstAnswer === true) return attempt();
  try {
    return await attempt();
  } catch (error) {
    if (!permissionRelated.has(problemOf(error).code)) throw error;
    if (firstAnswer === null) onWaiting();
    if (!(await answer)) throw new PermissionDeniedError();
    if (firstAnswer === null) return attempt();
    throw error;
  }
}
