/** Turns errors into sentences: what happened, and what to do. */
import { ApiError, isApiError } from '../../../lib/api/index.ts';

/** The command itself is wrong: exit code 2. */
export class UsageError extends Error {}

/** A problem with one file, link or name. Others aren't affected. */
export class ItemError extends Error {
  /** Stable, for scripts. */
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

const advice: Readonly<Record<string, string>> = {
  unauthorized:
    'Check the key in LINKHAUL_KEY or in the --key-file. You can find it on the service’s settings page.',
  network: 'Check the address and the connection, then run the command again.',
  timeout: 'Run the command again later.',
  'quota-exceeded': 'Free some space or wait until the limit ends, then run the command again.',
  'rate-limited': 'Run the command again in a minute.',
};

export function describeFailure(error: unknown): Failure {
  if (error instanceof ItemError) return { code: error.code, message: error.message };
  if (!(error instanceof ApiError))
    return { code: 'failed', message: error instanceof Error ? error.message : String(error) };
  const { code, endpoint, cause } = error;
  const system = cause instanceof Error && 'code' in cause && cause.code ? ` (${cause.code})` : '';
  const sentence = error.message.replace(`${endpoint}: `, '') + (code === 'network' ? system : '');
  const what = /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`;
  const next =
    error.fileCode === undefined || !error.mayHaveTakenEffect
      ? advice[code]
      : endpoint === 'upload'
        ? `Check the file ${error.fileCode}. If it is incomplete, delete it and send it with --again.`
        : `The file is there as ${error.fileCode}: run the command again to put it into its folder.`;
  return { code, message: next === undefined ? what : `${what} ${next}` };
}

/** Whether everything that follows would fail too. An error of one item counts only if the account also fails. */
export async function isAccountFailure(error: unknown, probe: () => Promise<void>): Promise<boolean> {
  if (!(error instanceof ApiError)) return false;
  if (isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited')) return true;
  if (!isApiError(error, 'network', 'timeout', 'invalid-response')) return false;
  return probe().then(
    () => false,
    () => true,
  );
}
