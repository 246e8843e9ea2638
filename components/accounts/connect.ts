/**
 * How "Connect" goes: the browser asks the user whether Linkhaul may talk to the host, and the account is checked.
 *
 * The question must be put in the very click, so it is already open when this begins. Some services can be talked to
 * without it (they answer with CORS headers), and some users never see the question (it opened in another window):
 * so after a while it is tried without, and only a failure that the permission could mend waits for the answer.
 */
import type { ConnectedAccount, ProblemCode } from '../../lib/protocol.ts';
import { problemOf } from '../problem.ts';

export interface Connecting {
  /** What the browser answers to the question for the host; rejects where the question could not be put. */
  readonly permission: Promise<boolean>;
  readonly attempt: () => Promise<ConnectedAccount>;
  /** Resolves when the answer is waited for no longer. */
  readonly timeout: Promise<void>;
  /** The answer is waited for; nothing goes on without it. */
  readonly onWaiting: () => void;
}

/** The host could not be reached, and the permission for it was refused. */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
}

/** What a missing permission looks like from inside the browser. */
const mendable: ReadonlySet<ProblemCode> = new Set(['network', 'timeout', 'no-permission']);

/** @throws ProblemError as `attempt` does, PermissionDeniedError where only the permission is missing */
export async function connect({
  permission,
  attempt,
  timeout,
  onWaiting,
}: Connecting): Promise<ConnectedAccount> {
  const answer = permission.catch(() => false);
  const early = await Promise.race([answer, timeout.then(() => null)]);
  if (early === true) return attempt();
  try {
    return await attempt();
  } catch (error) {
    if (!mendable.has(problemOf(error).code)) throw error;
    if (early === null) onWaiting();
    if (!(await answer)) throw new PermissionDeniedError();
    if (early === null) return attempt();
    throw error;
  }
}
