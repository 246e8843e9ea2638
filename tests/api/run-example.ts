/**
 * Loaded before an example or code of the README. It resolves the package to its source, with `NO_LIMIT` without a rate limit. With
 * `KILL_AT`, it ends the process like a power failure, right after the response to a matching request. The value is a part of the address,
 * or "POST" for a file, followed by "#" and the number of the request.
 */
import { registerHooks } from 'node:module';

const sources: Readonly<Record<string, string>> = {
  'linkhaul-api': process.env['NO_LIMIT'] ? './unlimited-package.ts' : '../../api/src/node.ts',
  'linkhaul-api/file-limiter': '../../api/src/file-limiter.ts',
};
registerHooks({
  resolve(specifier, context, next) {
    const source = sources[specifier];
    return source === undefined
      ? next(specifier, context)
      : { url: new URL(source, import.meta.url).href, shortCircuit: true };
  },
});

const [part, number = '1'] = (process.env['KILL_AT'] ?? '').split('#');
const { fetch } = globalThis;
let count = 0;
if (part)
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isMeant = part === 'POST' ? init?.method === 'POST' : String(input).includes(part);
    if (isMeant) count += 1;
    if (isMeant && count === Number(number)) {
      await response.text();
      process.kill(process.pid, 'SIGKILL');
    }
    return response;
  };
