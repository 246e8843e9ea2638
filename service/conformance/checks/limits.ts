import { type Check, SkippedCheckError } from '../context.ts';
import { exactly, expect, expectShape, object } from '../shapes.ts';
import { endpoints } from './endpoints.ts';

const WINDOW_MS = 1000;
const ATTEMPTS = 3;

/** The calls that require nothing: none of them changes anything. */
const plainPaths = endpoints.flatMap(({ path, required }) => (required ? [] : [path]));

/** `count` paths of them: the limit counts all calls together. */
const mixedPaths = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => plainPaths[index % plainPaths.length] ?? '');

const isRefused = ({ body }: { body: Record<string, unknown> }) => String(body['status']) === '429';

export const limitChecks: Check[] = [
  {
    section: 'Limits',
    name: '10 requests in a second pass',
    async run({ api }) {
      const { answers } = await api.burst(mixedPaths(10));
      expect(!answers.some(isRefused), `${answers.filter(isRefused).length} of 10 were refused`);
    },
  },
  {
    section: 'Limits',
    name: 'the 11th request in a second is refused, all calls together',
    async run({ api }) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { answers, tookMs } = await api.burst(mixedPaths(11));
        if (answers.some(isRefused)) return;
        // Only then did all of them certainly arrive within a second.
        expect(tookMs > WINDOW_MS, 'none of 11 was refused');
      }
      throw new SkippedCheckError('11 requests at once take more than a second, which is too slow to tell');
    },
  },
  {
    section: 'Errors',
    name: 'more than 10 requests in a second give the documented body',
    async run({ api }) {
      const refused = (await api.burst(mixedPaths(30))).answers.filter(isRefused);
      expect(refused.length > 0, 'none of 30 requests at once was refused');
      const shape = object({ msg: exactly('Too Many Requests'), status: exactly('429') });
      for (const { body } of refused) expectShape('the body', body, shape);
    },
  },
];
