import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from './caller.ts';
import { type Check, SkippedCheckError, section } from './check-context.ts';
import type { DocumentedCall } from './documented-call.ts';
import { exactly, expect, expectShape, objectWith } from './shapes.ts';

const windowLimit = 10;
const windowMs = 1000;
const maxAttempts = 3;
const tooSlow = 'the service is too slow: more than 10 requests take longer than a second';

const isRefused = ({ body }: ApiResponse) => String(body['status']) === '429';

function expectAllPass(responses: readonly ApiResponse[]): void {
  const { length } = responses.filter(isRefused);
  expect(length === 0, `${length} of ${responses.length} requests were refused`);
}

export function limitChecks(calls: readonly DocumentedCall[]): Check[] {
  const plainPaths = calls.flatMap(({ path, required, changesQueue }) =>
    required || changesQueue ? [] : [path],
  );

  /** The limit counts all calls together. */
  const fill = (count: number, paths: readonly string[] = []): string[] => [
    ...paths,
    ...Array.from(
      { length: count - paths.length },
      (_, index) => plainPaths[index % plainPaths.length] ?? '',
    ),
  ];

  return [
    ...section('Limits', {
      '10 requests in a second pass': ({ api }) =>
        api.afterQuiet(async (callAll) => expectAllPass(await callAll(fill(windowLimit)))),
      '10 requests pass, and 10 more after a second': ({ api }) =>
        api.afterQuiet(async (callAll) => {
          await callAll(fill(windowLimit));
          await sleep(windowMs + 50);
          expectAllPass(await callAll(fill(windowLimit)));
        }),
      'the 11th request in a second is refused, counting all calls': async ({ api, options }) => {
        // Without parameters, so that nothing changes.
        const paths = calls
          .filter(({ changesQueue }) => options.mayChangeQueue || !changesQueue)
          .map(({ path }) => path);
        for (let start = 0; start < paths.length; start += windowLimit + 1) {
          // If one of the 11 calls isn't counted, none is refused.
          const group = fill(windowLimit + 1, paths.slice(start, start + windowLimit + 1));
          await expectRefusal(async () => {
            return api.afterQuiet(async (callAll) => {
              const startedAt = performance.now();
              const responses = await callAll(group);
              return { isRefused: responses.some(isRefused), tookMs: performance.now() - startedAt };
            });
          });
        }
      },
      'the 11th request is refused even half a second after the first 10': async ({ api }) => {
        let firstAt: number | undefined;
        await expectRefusal(async (count) => {
          return api.afterQuiet(async (callAll) => {
            // Each attempt starts at another third of a second, so that one falls within a single second of the
            // service's clock.
            firstAt ??= performance.now();
            const phaseMs = (performance.now() - firstAt) % windowMs;
            await sleep(((count * windowMs) / maxAttempts - phaseMs + windowMs) % windowMs);
            const startedAt = performance.now();
            await callAll(fill(windowLimit));
            await sleep(windowMs / 2 + 50);
            const responses = await callAll(fill(1));
            return { isRefused: responses.some(isRefused), tookMs: performance.now() - startedAt };
          });
        }, maxAttempts);
      },
    }),
    ...section('Errors', {
      'more than 10 requests in a second return the documented body': async ({ api }) => {
        const responses = await api.afterQuiet((callAll) => callAll(fill(30)));
        const refused = responses.filter(isRefused);
        expect(refused.length > 0, 'none of 30 requests at once was refused');
        const shape = objectWith({ msg: exactly('Too Many Requests'), status: exactly('429') });
        for (const { body } of refused) expectShape('the body', body, shape);
      },
    }),
  ];
}

/** Fails after `failureLimit` attempts without a refusal. Attempts of more than a second don't count. */
async function expectRefusal(
  attempt: (count: number) => Promise<{ isRefused: boolean; tookMs: number }>,
  failureLimit = 1,
): Promise<void> {
  let failures = 0;
  for (let count = 0; count < maxAttempts; count += 1) {
    const { isRefused, tookMs } = await attempt(count);
    if (isRefused) return;
    if (tookMs <= windowMs) failures += 1;
    expect(failures < failureLimit, 'none of 11 requests was refused');
  }
  throw new SkippedCheckError(tooSlow);
}
