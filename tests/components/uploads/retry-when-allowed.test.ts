import { expect, it } from 'vitest';
import { retryWhenAllowed } from '../../../components/uploads/retry-when-allowed.ts';
import { toUploadItems } from '../../../lib/uploads/upload-items.ts';
import { account, transfer } from '../../gallery/samples/sample.ts';

const [item] = toUploadItems(
  account([transfer({ id: 'a', url: 'https://a.example/film', state: 'failed' })]),
);

it.each([
  [true, [['uploads.retry', 'a']], expect.stringMatching(/again\.$/)],
  [false, [], { tone: 'warn', text: 'Linkhaul still isn’t allowed to access a.example.' }],
])(
  'sends and says nothing until the browser’s prompt is answered (allowed: %s)',
  async (isAllowed, requests, notice) => {
    if (!item) throw new Error('The sample has one upload.');
    const prompt = Promise.withResolvers<boolean>();
    const sent: unknown[] = [];
    const notices: unknown[] = [];
    const context = {
      pageApi: {
        send: async (name: string, { id }: { id: string }) => void sent.push([name, id]),
      },
      feedback: {
        run: async (work: Promise<unknown>, done: (result: unknown) => unknown) =>
          notices.push(done(await work)),
      },
    } as never;
    const retried = retryWhenAllowed(prompt.promise, 'https://a.example/', undefined, item, context);
    await new Promise((resolve) => setTimeout(resolve));
    expect([sent, notices]).toEqual([[], []]);
    prompt.resolve(isAllowed);
    await retried;
    expect([sent, notices]).toEqual([requests, [notice]]);
  },
);
