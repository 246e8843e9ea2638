import type { ApiResponse } from './api-response.ts';
import type { CallName, CallParams, Dialect, Endpoint } from './dialects/dialect.ts';
import { ApiError } from './errors.ts';
import type { Call, CallKind, ChangeOptions } from './transport.ts';

export type Params<N extends CallName> = Readonly<
  Partial<Record<CallParams[N], string | number | undefined>>
>;

/** `dialect` names the fields of the response. */
export interface Answer {
  readonly answer: ApiResponse;
  readonly dialect: Dialect;
}

export interface Host {
  readonly dialect: Dialect;
  /** @throws {ApiError} `refused` without a request, if the dialect lacks the call */
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

/** For errors: our name if the dialect lacks the call. */
export const getPath = ({ calls }: Dialect, name: CallName): string => calls[name]?.path ?? name;

export const takesParam = <N extends CallName>({ calls }: Dialect, name: N, param: CallParams[N]): boolean =>
  (calls[name] as Endpoint | null)?.params?.[param] !== undefined;
