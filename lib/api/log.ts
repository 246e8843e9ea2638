import { type ApiErrorCode, isApiError } from './errors.ts';
import type { SentRequest } from './transport.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

type Level = (typeof levels)[number];

/** The least important level that is logged. */
export type LogLevel = Level | 'off';

/** As `console` has them. */
export type Logger = Readonly<Record<Level, (message: string, details?: object) => void>>;

/** How a client logs. */
export interface LogOptions {
  /** Receives what the client does, never the key. Default: `console` if `logLevel` is given. Its exceptions don't affect calls. */
  readonly logger?: Logger | undefined;
  /** `error`: failed calls. `warn` (default with a `logger`): also failed requests. `info`: all requests. `debug`: also responses. */
  readonly logLevel?: LogLevel | undefined;
}

export interface Log {
  request(info: SentRequest): void;
  answer(call: string, status: number, text: string): void;
  failure(call: string, error: unknown): void;
}

/** In characters. */
const maxAnswerLength = 1_000;

/**
 * @param redact removes the key
 * @returns null if nothing is logged
 * @throws {TypeError}
 */
export function createLog({ logger, logLevel }: LogOptions, redact: (text: string) => string): Log | null {
  if (logger !== undefined && !levels.every((level) => typeof logger?.[level] === 'function'))
    throw new TypeError(`logger must have the methods ${levels.join(', ')}, as console does.`);
  if (logLevel !== undefined && ![...levels, 'off'].includes(logLevel))
    throw new TypeError(`logLevel must be one of these: ${levels.join(', ')}, off.`);
  const least = logLevel ?? (logger ? 'warn' : 'off');
  if (least === 'off') return null;
  const to = logger ?? console;
  const isLogged = (level: Level) => levels.indexOf(level) >= levels.indexOf(least);
  const log = (level: Level, message: string, details?: object) => {
    if (!isLogged(level)) return;
    const text = redact(message);
    void Promise.resolve().then(() => (details === undefined ? to[level](text) : to[level](text, details)));
  };
  return {
    request(info) {
      const { endpoint, attempt, duration, status, code } = info;
      const which = attempt > 1 ? `${endpoint}, attempt ${attempt}` : endpoint;
      const end = [code, status === null ? null : `HTTP ${status}`]
        .filter((part) => part !== null)
        .join(', ');
      log(code === null ? 'info' : 'warn', `${which}: ${end} after ${Math.round(duration)} ms`, info);
    },
    answer(call, status, text) {
      // Don't redact long responses needlessly.
      if (isLogged('debug'))
        log('debug', `${call} was answered: HTTP ${status} ${redact(text).slice(0, maxAnswerLength)}`);
    },
    failure(call, error) {
      if (isApiError(error, 'aborted')) return;
      const { message } = error instanceof Error ? error : { message: String(error) };
      log('error', `${call} failed: ${message}`, isApiError(error) ? readFacts(error) : undefined);
    },
  };
}

const readFacts = (
  error: { readonly code: ApiErrorCode } & Record<
    'endpoint' | 'status' | 'msg' | 'mayHaveTakenEffect',
    unknown
  >,
) => {
  const { code, endpoint, status, msg, mayHaveTakenEffect } = error;
  return { code, endpoint, status, msg, mayHaveTakenEffect };
};
