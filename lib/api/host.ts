/** The host of a client: the calls of its dialect, by our names. */
import type { ApiResponse } from './api-response.ts';
import type { CallName, CallParams, Dialect, Endpoint } from './dialects/dialect.ts';
import { ApiError } from './errors.ts';
import type { Call, CallKind, ChangeOptions } from './transport.ts';

/** What the caller gives of a call's parameters, by our names. */
export type Params<N extends CallName> = Readonly<
  Partial<Record<CallParams[N], string | number | undefined>>
>;

/** A success, with the dialect that its fields are named in. */
export interface Answer {
  readonly answer: ApiResponse;
  readonly dialect: Dialect;
}

export interface Host {
  readonly dialect: Dialect;
  /** @throws {ApiError} with the code `refused`, without a request, where the dialect lacks the call */
  ask<N extends CallName>(
    kind: CallKind,
    name: N,
    params: Params<N>,
    options: ChangeOptions | undefined,
  ): Promise<Answer>;
}

export function createHost(call: Call, dialect: Dialect): Host {
  return {
    dialect,
    async ask(kind, name, params, options) {
      const endpoint = dialect.calls[name];
      if (endpoint === null) throw createMissingCallError(name);
      const answer = await call(kind, dialect.prefix, endpoint.path, toHostParams(endpoint, params), options);
      return { answer, dialect };
    },
  };
}

type HostParams = Readonly<Record<string, string | number | undefined>>;

function toHostParams({ params = {}, fixed }: Endpoint, given: HostParams): HostParams {
  const named: Record<string, string | number> = { ...fixed };
  for (const [name, value] of Object.entries(given)) {
    const hostName = params[name];
    if (hostName !== undefined && value !== undefined) named[hostName] = value;
  }
  return named;
}

const createMissingCallError = (name: CallName): ApiError =>
  new ApiError('refused', `This host has no call for ${name}.`, {
    endpoint: name,
    msg: null,
    status: null,
    mayHaveTakenEffect: false,
  });

/** For errors: the call's path, or our name where the dialect has none. */
export const getPath = ({ calls }: Dialect, name: CallName): string => calls[name]?.path ?? name;

/** Whether hosts of a dialect take a parameter of a call. */
export const takesParam = <N extends CallName>({ calls }: Dialect, name: N, param: CallParams[N]): boolean =>
  (calls[name] as Endpoint | null)?.params?.[param] !== undefined;
