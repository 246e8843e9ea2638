/** Connects an account: address, key, one button; and a sentence of its own for everything that can be wrong. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { cleanText } from '../../lib/api/text.ts';
import type { ConnectedAccount, ProblemCode } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Notice, type NoticeContent } from '../notice/Notice.tsx';
import { problemOf } from '../problem.ts';
import { problemSentence } from '../problem-sentence.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { isUnencrypted, readAddress } from './address.ts';
import { connect, PermissionDeniedError } from './connect.ts';

export interface ConnectFormProps {
  /** Where it is known already: only the key is missing then. What is typed replaces it. */
  readonly address?: string | undefined;
  /** The address takes the focus as the form appears. */
  readonly autoFocus?: boolean;
  readonly onConnected: (connected: ConnectedAccount) => void;
}

/** Milliseconds for the browser's question before it is tried without its answer. */
const answerTimeoutMs = 2000;

export function ConnectForm({
  address: initialAddress = '',
  autoFocus = false,
  onConnected,
}: ConnectFormProps) {
  const { send, requestHost } = useServices();
  const [typedAddress, setAddress] = useState<string | null>(null);
  const address = typedAddress ?? initialAddress;
  const [key, setKey] = useState('');
  const [errors, setErrors] = useState<{ address: string | null; key: string | null }>({
    address: null,
    key: null,
  });
  const [stage, setStage] = useState<'idle' | 'busy' | 'waiting'>('idle');
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  /** The address that the user was asked about; to connect to it again is the answer. */
  const [confirmedUrl, setConfirmedUrl] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const typed = readAddress(address);
  // What is wrong has the focus, and its sentence is read out with it.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [errors]);

  // No `await` before the question: a browser takes it only from within the click.
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (stage !== 'idle') return;
    const { baseUrl, host } = typed;
    const missingKey = cleanText(key) === '' ? t('connect.missingKey') : null;
    const question = baseUrl === null || baseUrl === confirmedUrl ? null : questionAbout(baseUrl);
    setConfirmedUrl(baseUrl);
    setErrors({ address: question ?? typed.error, key: missingKey });
    setNotice(null);
    if (question !== null || baseUrl === null || host === null || missingKey !== null) return;
    const permission = requestHost(toHostPattern(baseUrl));
    setStage('busy');
    void finish(baseUrl, host, permission);
  }

  async function finish(baseUrl: string, host: string, permission: Promise<boolean>) {
    try {
      const connected = await connect({
        permission,
        attempt: () => send('accounts.connect', { address: baseUrl, key: cleanText(key) }),
        timeout: new Promise((resolve) => setTimeout(resolve, answerTimeoutMs)),
        onWaiting: () => setStage('waiting'),
      });
      // What was typed meanwhile is for another account.
      setAddress((current) => (current === typedAddress ? null : current));
      setKey((current) => (current === key ? '' : current));
      onConnected(connected);
    } catch (error) {
      const { code } = problemOf(error);
      const text = failureSentence(error, host);
      if (code === 'unauthorized') setErrors({ address: null, key: text });
      else if (error instanceof PermissionDeniedError || addressCodes.has(code))
        setErrors({ address: text, key: null });
      else setNotice({ tone: 'bad', text });
    } finally {
      setStage('idle');
    }
  }

  return (
    <form ref={form} class="stack gap-4" onSubmit={submit} noValidate>
      <Field
        label={t('connect.address')}
        hint={t('connect.addressHint')}
        value={address}
        inputMode="url"
        code
        autoFocus={autoFocus}
        error={errors.address}
        onInput={(value) => {
          setAddress(value);
          if (errors.address !== null) setErrors({ ...errors, address: null });
        }}
      />
      <SecretField
        label={t('connect.key')}
        showLabel={t('connect.show')}
        hint={
          <>
            {t('connect.keyHint')}
            {typed.baseUrl !== null && (
              <>
                {' '}
                <a href={`${typed.baseUrl}/settings`} target="_blank" rel="noreferrer">
                  {t('connect.keyAt', { host: `${typed.host}/settings` })}
                  <span class="visually-hidden"> ({t('common.opensTab')})</span>
                </a>
              </>
            )}
          </>
        }
        value={key}
        autoFocus={initialAddress !== ''}
        error={errors.key}
        onInput={(value) => {
          setKey(value);
          if (errors.key !== null) setErrors({ ...errors, key: null });
        }}
      />
      <p class="flex tone-quiet">
        <Icon name="question" class="line-icon" />
        {typed.host === null ? t('connect.reasonAny') : t('connect.reason', { host: typed.host })}
      </p>
      <div class="row gap-3">
        <Button kind="primary" type="submit" busy={stage !== 'idle'}>
          {t('connect.button')}
        </Button>
        <p class="tone-quiet" role="status">
          {stage === 'busy' && t('connect.busy')}
          {stage === 'waiting' && t('connect.waiting', { host: typed.host ?? '' })}
        </p>
      </div>
      <div role="alert">{notice && <Notice {...notice} />}</div>
    </form>
  );
}

/** What the address is to blame for. */
const addressCodes: ReadonlySet<ProblemCode> = new Set([
  ...(['invalid-address', 'network', 'timeout', 'invalid-response', 'not-found', 'no-permission'] as const),
]);

/** What the user has to decide before the key is sent there; null: nothing. */
function questionAbout(baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  if (isUnencrypted(baseUrl)) return t('connect.unencrypted', { host });
  return hasNoDot(host) ? t('connect.noDot', { host }) : null;
}

/** Hosts on the web have a dot; `localhost` and IPv6 addresses have none. */
const hasNoDot = (host: string): boolean => !/\.|^localhost(?::|$)|^\[/u.test(host);

const sentences: Partial<Record<ProblemCode, (host: string) => string>> = {
  'invalid-address': () => t('connect.malformedAddress'),
  unauthorized: (host) => t('connect.unauthorized', { host }),
  network: (host) => t('connect.unreachable', { host }),
  timeout: (host) => t('connect.unreachable', { host }),
  'invalid-response': (host) => t('connect.notService', { host }),
  'not-found': (host) => t('connect.notService', { host }),
  'no-permission': (host) => t('connect.denied', { host }),
};

function failureSentence(error: unknown, host: string): string {
  if (error instanceof PermissionDeniedError) return t('connect.denied', { host });
  const { code, msg } = problemOf(error);
  const sentence = sentences[code]?.(host);
  return sentence ?? problemSentence({ code, msg });
}
