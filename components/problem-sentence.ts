/** A sentence for everything that can go wrong with a message. */
import type { Problem, ProblemCode } from '../lib/protocol.ts';
import { type PlainKey, t } from './text.ts';

const sentences: Readonly<Record<ProblemCode, PlainKey>> = {
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
  'no-account': 'problem.noAccount',
  'no-permission': 'problem.noPermission',
  'no-access': 'problem.noAccess',
  gone: 'problem.gone',
  unchanged: 'problem.unchanged',
  unexpected: 'problem.unexpected',
};

/** What went wrong, in words, with the service's own where it said any. */
export function problemSentence({ code, msg }: Problem): string {
  const sentence = t(sentences[code] ?? 'problem.unexpected');
  return msg === null || msg.trim() === '' ? sentence : t('problem.serviceSays', { sentence, msg });
}
