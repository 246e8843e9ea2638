/**
 * Detects the dialect of a host, with calls that change nothing. A number of slots proves it, or a list with transfers, or else an empty
 * list if the calls of all other dialects fail. On some hosts the calls about transfers never work: then the given dialect is used, or the
 * one whose fields `account/info` has, or the document's.
 */
import type { CallName, Dialect, DialectName } from './dialects/dialect.ts';
import { createCommonDialect, dialects } from './dialects/records.ts';
import { isRecord } from './envelope.ts';
import { ApiError, isApiError } from './errors.ts';
import { type Answer, createHost, type Host } from './host.ts';
import { createPhraseFinder, readWords } from './phrases.ts';
import { withDenialsChecked } from './resources/probe.ts';
import { remoteUploadCalls } from './resources/remote-upload-calls.ts';
import { type Call, type CallOptions, checkCallOptions } from './transport.ts';

export interface DetectingHost extends Host {
  /** @throws {ApiError} if `account/info` fails */
  detect(options?: CallOptions): Promise<DialectName>;
}

/** Shorter than other timeouts, because several calls may follow each other. */
const maxProofMs = 5_000;
/** After an attempt without proof. */
const attemptGapMs = 60_000;

/**
 * Calls the host in the given dialect. Without one, uses the common dialect until a response suggests that the host lacks the call, then
 * detects the dialect and repeats the call.
 *
 * @param timeoutMs of the client
 * @param onDialectMismatch the host seems to lack a call of the given dialect
 */
export function createDetectingHost(
  call: Call,
  timeoutMs: number,
  given: DialectName | undefined,
  onDialectMismatch: (() => void) | undefined,
): DetectingHost {
  const createFor = (dialect: Dialect): Host => withDenialsChecked(createHost(call, dialect));
  let host = createFor(given ? dialects[given] : createCommonDialect());
  let isKnown = given !== undefined;
  let hint: DialectName | null | undefined;
  let running: Promise<DialectName> | null = null;
  let nextAttemptAt = Number.NEGATIVE_INFINITY;

  function readHint({ answer: { result } }: Answer): void {
    const fields = [result].flat().find(isRecord) ?? {};
    const marked = Object.values(dialects).filter(({ marks }) =>
      marks.some((mark) => Object.hasOwn(fields, mark)),
    );
    hint = marked.length === 1 ? marked[0]?.name : null;
  }

  async function detectNow({
    lane,
    maxRetries,
    headers,
    timeout = timeoutMs,
  }: CallOptions): Promise<DialectName> {
    const proofMs = Math.min(timeout, maxProofMs);
    nextAttemptAt = performance.now() + attemptGapMs;
    if (hint === undefined)
      readHint(await host.ask('read', 'account.info', {}, { lane, timeout, maxRetries, headers }));
    const names = Object.keys(dialects) as DialectName[];
    const first = hint ?? given;
    const inOrder = first ? [first, ...names.filter((name) => name !== first)] : names;
    const proven = await findProven(inOrder, (name) => createFor(dialects[name]), {
      lane,
      headers,
      timeout: proofMs,
    });
    isKnown ||= proven !== null;
    const found = proven ?? given ?? hint ?? 'document';
    if (given === undefined && (isKnown || hint)) host = createFor(dialects[found]);
    return found;
  }

  /** Callers share one detection, so no caller's signal may end it. */
  async function detect(options: CallOptions = {}): Promise<DialectName> {
    checkCallOptions(options);
    running ??= detectNow(options).finally(() => {
      running = null;
    });
    const stopped = Promise.withResolvers<null>();
    const onAbort = () => stopped.resolve(null);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    try {
      const found = await Promise.race([running, stopped.promise]);
      // After an abort, rejects with its error.
      if (found === null) await host.ask('read', 'account.info', {}, options);
      return found ?? host.dialect.name;
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ignores failures, which the next call reports. */
  async function tryDetect(options: CallOptions | undefined): Promise<void> {
    if (running === null && (isKnown || performance.now() < nextAttemptAt)) return;
    await detect(options).catch(() => {});
  }

  return {
    get dialect() {
      return host.dialect;
    },
    detect,
    async ask(kind, name, params, options) {
      if (host.dialect.calls[name] === null) await tryDetect(options);
      const asked = host;
      try {
        const answer = await asked.ask(kind, name, params, options);
        if (name === 'account.info') {
          readHint(answer);
          if (hint && hint !== host.dialect.name) await tryDetect(options);
        }
        return answer;
      } catch (error) {
        if (!isDialectMismatch(asked.dialect, name, error)) throw error;
        onDialectMismatch?.();
        if (asked === host) await tryDetect(options);
        // The host lacks the call, so nothing happened. After an abort, the repeated call rejects with its error.
        const isAborted = options?.signal?.aborted === true;
        if (!isAborted && host.dialect.calls[name]?.path === asked.dialect.calls[name]?.path) throw error;
        try {
          return await host.ask(kind, name, params, options);
        } catch (second) {
          // The other dialect isn't proven, so the first request may have taken effect.
          const isUncertain = kind === 'change' && !isKnown && (error as ApiError).mayHaveTakenEffect;
          throw isUncertain && second instanceof ApiError && second.code !== 'aborted'
            ? Object.assign(second, { mayHaveTakenEffect: true })
            : second;
        }
      }
    },
  };
}

/** Slots before lists, because some hosts return empty lists for everything. */
async function findProven(
  names: readonly DialectName[],
  getHost: (name: DialectName) => Host,
  options: CallOptions,
): Promise<DialectName | null> {
  const answering = new Set<DialectName>();
  let open = names;
  for (const call of ['slots', 'list'] as const) {
    const silent = new Set<DialectName>();
    for (const name of open) {
      try {
        const answer = await remoteUploadCalls(getHost(name))[call](options);
        if (!Array.isArray(answer) || answer.length > 0) return name;
        answering.add(name);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isApiError(error, 'timeout', 'network')) silent.add(name);
      }
    }
    open = open.filter((name) => !silent.has(name));
  }
  const [only = null, ...others] = answering;
  return others.length === 0 ? only : null;
}

/** Whether the host seems to lack a call that another dialect has at another path. */
function isDialectMismatch({ calls }: Dialect, name: CallName, error: unknown): boolean {
  const isOwn = Object.values(dialects).some((other) => other.calls[name]?.path !== calls[name]?.path);
  if (!isOwn || !(error instanceof ApiError)) return false;
  const { code, msg, status } = error;
  // A web page, an empty body, or an OK without content, but not a denial or a failure.
  if (code === 'invalid-response')
    return status === null || (status < 500 && status !== 403) || status === 501;
  return isApiError(error, 'not-found', 'refused') && (msg === null || isAboutCall(msg));
}

const saysUnknown = createPhraseFinder([
  'unknown|invalid|unsupported|undefined|bad',
  'no such',
  'not found|supported|available|exist*',
]);
const saysItem = createPhraseFinder([
  'code|codes|file|files|folder|folders|link|links|title|titles|transfer|transfers|video|videos',
]);

function isAboutCall(msg: string): boolean {
  const words = readWords(msg);
  return saysUnknown(words) && !saysItem(words);
}
