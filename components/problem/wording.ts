/** Separate from `problem.ts`, to keep the popup's first load small. */
import type { Problem, ProblemCode } from '../../lib/protocol.ts';
import { type PlainKey, t } from '../text.ts';
import { toProblem } from './problem.ts';

export const problemSentences: Readonly<Record<ProblemCode, PlainKey>> = {
  'rate-limited': 'problem.rateLimited',
  'quota-exceeded': 'problem.quota',
  unauthorized: 'problem.unauthorized',
  'not-found': 'problem.notFound',
  refused: 'problem.refused',
  network: 'problem.network',
  timeout: 'problem.timeout',
  aborted: 'problem.aborted',
  'invalid-response': 'problem.invalidResponse',
  'invalid-address': 'problem.invalidAddress',
  'known-account': 'problem.knownAccount',
  'no-account': 'problem.noAccount',
  'no-permission': 'problem.noPermission',
  'no-access': 'problem.noAccess',
  'page-silent': 'problem.pageSilent',
  'wrong-passphrase': 'problem.wrongPassphrase',
  gone: 'problem.gone',
  unchanged: 'problem.unchanged',
  'storage-newer-version': 'problem.storageNewer',
  'storage-full': 'problem.storageFull',
  'storage-unavailable': 'problem.storageUnavailable',
  'storage-damaged': 'problem.storageDamaged',
  unexpected: 'problem.unexpected',
};

/** The interface's names of stored data, by store. */
const parts: Readonly<Partial<Record<string, PlainKey>>> = {
  'linkhaul-uploads': 'popup.uploads',
  'linkhaul-activity': 'popup.activity',
  'linkhaul-catalog': 'popup.files',
  'linkhaul-bulk': 'bulk.jobs',
};

export function problemSentence({ code, msg, store = '' }: Problem): string {
  const part = parts[store];
  const isService = code === 'network' && navigator.onLine;
  const isSession = store === 'storage.session' && code === 'storage-full';
  const plain = t(
    isSession ? 'problem.sessionFull' : isService ? 'files.waits.network' : problemSentences[code],
  );
  const sentence = part === undefined ? plain : t('problem.inPart', { part: t(part), sentence: plain });
  return msg === null || msg.trim() === '' ? sentence : t('problem.serviceSays', { sentence, msg });
}

export function failureNotice(error: unknown) {
  const problem = toProblem(error);
  const isOutage = problem.code === 'network' || problem.code === 'timeout';
  return { tone: 'bad', text: problemSentence(problem), isOutage } as const;
}
