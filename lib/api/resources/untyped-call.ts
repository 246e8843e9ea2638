import { requireText } from '../arguments.ts';
import type { DetectingHost } from '../detect-dialect.ts';
import type { CallName, Dialect } from '../dialects/dialect.ts';
import type { JsonRecord } from '../envelope.ts';
import { createHost } from '../host.ts';
import type { Redactor } from '../redact.ts';
import type { Call, ChangeOptions } from '../transport.ts';
import { withDenialsChecked } from './probe.ts';

/** Parameters by the host's names. */
export type UntypedParams = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes any GET of the API, also one that isn't in docs/http-api.md. Counts as a change, because most calls are. */
export function createUntypedCall(
  call: Call,
  host: DetectingHost,
  { text: redact }: Redactor,
  isDialectGiven: boolean,
) {
  let isDialectKnown = isDialectGiven;

  return async (path: string, params: UntypedParams = {}, options?: ChangeOptions): Promise<JsonRecord> => {
    const named = readParams(params);
    const [, below] = /^\/?((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/.exec(requireText(path, 'path')) ?? [];
    // Errors and logs contain the path.
    if (below === undefined || redact(below) !== below)
      throw new TypeError('path must be that of a call, such as file/info, without “?”, “..” or the key.');
    // The prefix depends on the dialect.
    if (!isDialectKnown)
      isDialectKnown = await host.detect(options).then(
        () => true,
        () => false,
      );
    const endpoint = {
      path: below,
      params: Object.fromEntries(Object.keys(named).map((name) => [name, name])),
    };
    const { dialect } = host;
    const calls = { ...dialect.calls, untyped: endpoint } as Dialect['calls'];
    const asked = withDenialsChecked(createHost(call, { ...dialect, calls }));
    const { answer } = await asked.ask('change', 'untyped' as CallName, named, options);
    return answer.fields;
  };
}

function readParams(params: UntypedParams): Readonly<Record<string, string>> {
  if (typeof params !== 'object' || params === null)
    throw new TypeError('params must be an object with the names and values of parameters.');
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (name === 'key') throw new TypeError('The client adds the parameter “key” itself.');
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw new TypeError(`The parameter “${name}” must be a string, a number or a boolean.`);
  }
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
