import type { OtherEmail, ProblemCode } from '../../lib/protocol.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';
import { PermissionDeniedError } from './connect-with-permission.ts';
import { isUnencrypted } from './typed-address.ts';

/** What the user has to decide before the key is sent there; null: nothing. @param button that says yes */
export function questionAbout(baseUrl: string, button: string): string | null {
  const { host } = new URL(baseUrl);
  if (isUnencrypted(baseUrl)) return t('connect.unencrypted', { host, button });
  return hasNoDot(host) ? t('connect.noDot', { host, button }) : null;
}

/** Hosts on the web have a dot; `localhost` and IPv6 addresses have none. */
const hasNoDot = (host: string): boolean => !/\.|^localhost(?::|$)|^\[/u.test(host);

const sentences: Partial<Record<ProblemCode, (values: { host: string; button: string }) => string>> = {
  'invalid-address': () => t('connect.malformedAddress'),
  unauthorized: (values) => t('connect.unauthorized', values),
  network: (values) => t('connect.unreachable', values),
  timeout: (values) => t('connect.unreachable', values),
  'invalid-response': (values) => t('connect.notService', values),
  'not-found': (values) => t('connect.notService', values),
  'no-permission': (values) => t('connect.denied', values),
};

const codeOf = (error: unknown): ProblemCode =>
  error instanceof PermissionDeniedError ? 'no-permission' : problemOf(error).code;

export const isAboutAddress = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== 'unauthorized' && code in sentences;
};

/** @param button that tries it again */
export const failureSentence = (error: unknown, host: string, button: string): string =>
  sentences[codeOf(error)]?.({ host, button }) ?? problemSentence(problemOf(error));

/** The service at a new address names another owner of the account, or none. */
export const otherOwnerSentence = (
  { otherEmail: email }: OtherEmail,
  host: string,
  button: string,
): string =>
  email === null ? t('account.noOwner', { host, button }) : t('account.otherOwner', { host, email, button });
