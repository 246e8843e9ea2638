/** Tells a logger what a client does. */
import { type ApiErrorCode, isApiError } from './errors.ts';
import type { SentRequest } from './transport.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** How important a message is. */
type Level = (typeof levels)[number];

/** The least important messages that are logged. */
export type LogLevel = Level | 'off';

/** Takes messages and their figures, as `console` does. */
export type Logger = Readonly<Record<Level, (message: string, details?: object) => void>>;

/** How a client logs. */
export interface LogOptions {
  /** Told what the client does, never the key. `console` where only `logLevel` is given. What it throws changes nothing for a call. */
  readonly logger?: Logger | undefined;
  /**
   * `error`: calls that failed. `warn` (where only `logger` is given): requests that failed, too. `info`: all requests. `debug`: the
   * answers, too.
   */
  readonly logLevel?: LogLevel | undefined;
}

/** What is logged of a client. */
export interface Log {
  /** A request has ended. */
  request(info: SentRequest): void;
  /** A call was answered with this text. */
  answer(call: string, status: number, text: string): void;
  /** A call has failed. */
  failure(call: string, error: unknown): void;
}

/** Characters of an answer. */
const maxAnswerLength = 1_000;

/**
 * @param redact removes the key
 * @returns null where nothing is logged
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
      // Answers are long.
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
