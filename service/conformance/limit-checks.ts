import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './caller.ts';
import { type Check, SkippedCheckError, section } from './check-context.ts';
import type { DocumentedCall } from './documented-call.ts';
import { exactly, expect, expectShape, objectWith } from './shapes.ts';

const windowLimit = 10;
const windowMs = 1000;
const maxAttempts = 3;
const tooSlow = 'more than 10 requests take longer than a second here, which is too slow to tell';

const isRefused = ({ body }: Answer) => String(body['status']) === '429';

function expectAllPass(answers: readonly Answer[]): void {
  const { length } = answers.filter(isRefused);
  expect(length === 0, `${length} of ${answers.length} were refused`);
}

export function limitChecks(calls: readonly DocumentedCall[]): Check[] {
  /** The calls that require nothing: none of them changes anything. */
  const plainPaths = calls.flatMap(({ path, required, changesQueue }) =>
    required || changesQueue ? [] : [path],
  );

  /** `paths` and as many more as make `count`: the limit counts all calls together. */
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
      '10 requests pass, and 10 more when a second is over': ({ api }) =>
        api.afterQuiet(async (callAll) => {
          await callAll(fill(windowLimit));
          await sleep(windowMs + 50);
          expectAllPass(await callAll(fill(windowLimit)));
        }),
      'the 11th request in a second is refused, all calls together': async ({ api, options }) => {
        // Without their parameters, so that nothing is changed.
        const paths = calls
          .filter(({ changesQueue }) => options.mayChangeQueue || !changesQueue)
          .map(({ path }) => path);
        for (let start = 0; start < paths.length; start += windowLimit + 1) {
          // A call that does not count leaves 10.
          const group = fill(windowLimit + 1, paths.slice(start, start + windowLimit + 1));
          await expectRefusal(async () => {
            return api.afterQuiet(async (callAll) => {
              const startedAt = performance.now();
              const answers = await callAll(group);
              return { isRefused: answers.some(isRefused), tookMs: performance.now() - startedAt };
            });
          });
        }
      },
      'the 11th request is refused also when it comes half a second after 10': async ({ api }) => {
        let firstAt: number | undefined;
        await expectRefusal(async (count) => {
          return api.afterQuiet(async (callAll) => {
            // Each starts at another third of a second, so that one lies in a single second of the service's clock.
            firstAt ??= performance.now();
            const phaseMs = (performance.now() - firstAt) % windowMs;
            await sleep(((count * windowMs) / maxAttempts - phaseMs + windowMs) % windowMs);
            const startedAt = performance.now();
            await callAll(fill(windowLimit));
            await sleep(windowMs / 2 + 50);
            const answers = await callAll(fill(1));
            return { isRefused: answers.some(isRefused), tookMs: performance.now() - startedAt };
          });
        }, maxAttempts);
      },
    }),
    ...section('Errors', {
      'more than 10 requests in a second give the documented body': async ({ api }) => {
        const answers = await api.afterQuiet((callAll) => callAll(fill(30)));
        const refused = answers.filter(isRefused);
        expect(refused.length > 0, 'none of 30 requests at once was refused');
        const shape = objectWith({ msg: exactly('Too Many Requests'), status: exactly('429') });
        for (const { body } of refused) expectShape('the body', body, shape);
      },
    }),
  ];
}

/** Fails after `failureLimit` attempts without a refusal; those that take over a second show nothing. */
async function expectRefusal(
  attempt: (count: number) => Promise<{ isRefused: boolean; tookMs: number }>,
  failureLimit = 1,
): Promise<void> {
  let failures = 0;
  for (let count = 0; count < maxAttempts; count += 1) {
    const { isRefused, tookMs } = await attempt(count);
    if (isRefused) return;
    if (tookMs <= windowMs) failures += 1;
    expect(failures < failureLimit, 'none of 11 was refused');
  }
  throw new SkippedCheckError(tooSlow);
}
