import type { OtherEmail, ProblemCode } from '../../lib/protocol.ts';
import { toProblem } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { format, t } from '../text.ts';
import { isUnencrypted, listHosts } from './typed-address.ts';
import { NoServiceError, PermissionDeniedError, type RequestStage } from './useHostRequest.ts';

/**
 * @returns null if there is nothing to confirm before the key is sent
 * @param button the label of the confirming button
 */
export function questionAbout(baseUrl: string, button: string): string | null {
  const { host } = new URL(baseUrl);
  if (isUnencrypted(baseUrl)) return t('connect.unencrypted', { host, button });
  return hasNoDot(host) ? t('connect.noDot', { host, button }) : null;
}

/** Hosts on the web have a dot. `localhost` and IPv6 addresses don't. */
const hasNoDot = (host: string): boolean => !/\.|^localhost(?::|$)|^\[/u.test(host);

/** Names the hosts that the browser will ask about and that get the key. */
export function reasonText(addresses: readonly string[]): string {
  const hosts = listHosts(addresses);
  const [host = ''] = hosts;
  return hosts.length > 1
    ? t('connect.reasonSearch', { hosts: format.list(hosts) })
    : t('connect.reason', { host });
}

/** What the form is doing. Null if it waits for the user. */
export function stageText(stage: RequestStage, addresses: readonly string[] | null): string | null {
  if (stage === 'busy') return t('connect.busy');
  return stage === 'waiting' && addresses
    ? t('connect.waiting', { host: format.list(listHosts(addresses)) })
    : null;
}

const sentences: Partial<Record<ProblemCode, (values: { host: string; button: string }) => string>> = {
  'invalid-address': () => t('connect.malformedAddress'),
  unauthorized: (values) => t('connect.unauthorized', values),
  network: (values) => t('connect.unreachable', values),
  timeout: (values) => t('connect.unreachable', values),
  'invalid-response': (values) => t('connect.notService', values),
  'not-found': (values) => t('connect.notService', values),
  'no-permission': (values) => t('connect.denied', values),
};

function getProblemCode(error: unknown): ProblemCode {
  if (error instanceof PermissionDeniedError) return 'no-permission';
  if (error instanceof NoServiceError) return error.isSilent ? 'network' : 'not-found';
  return toProblem(error).code;
}

/** Whether trying again confirms that the key may be sent. */
export const isQuestion = (error: unknown): boolean => error instanceof NoServiceError && !error.isSilent;

export const isAboutAddress = (error: unknown): boolean => {
  const code = getProblemCode(error);
  return code !== 'unauthorized' && code in sentences;
};

/** @param button the label of the button to press again */
export function failureSentence(error: unknown, address: string, button: string): string {
  const { host } = new URL(address);
  if (isQuestion(error)) return t('connect.noApi', { host, button });
  return sentences[getProblemCode(error)]?.({ host, button }) ?? problemSentence(toProblem(error));
}

export const otherOwnerSentence = (
  { otherEmail: email }: OtherEmail,
  host: string,
  button: string,
): string =>
  email === null ? t('account.noOwner', { host, button }) : t('account.otherOwner', { host, email, button });
