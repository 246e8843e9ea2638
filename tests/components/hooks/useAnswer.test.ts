import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { useAnswer } from '../../../components/hooks/useAnswer.ts';
import { ProblemError } from '../../../lib/protocol.ts';

const page = { childNodes: [], firstChild: null } as never;
const failure = { code: 'network', msg: null } as const;

function createView() {
  const asked: { readonly by: string; readonly asking: PromiseWithResolvers<string> }[] = [];
  let result: ReturnType<typeof useAnswer<string>>;
  function View({ input }: { input: string }) {
    result = useAnswer(
      (_, by) => {
        const asking = Promise.withResolvers<string>();
        asked.push({ by, asking });
        return asking.promise;
      },
      [input],
    );
    return null;
  }
  return {
    asked,
    get: () => ({ answer: result.answer, latest: result.latest, problem: result.problem }),
    ask: () => result.ask('clicked'),
    async draw(input: string) {
      const before = asked.length;
      render(h(View, { input }), page);
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
    },
  };
}

afterEach(() => render(null, page));

it('drops the answer to older inputs, and keeps the latest one until the next', async () => {
  vi.stubGlobal('document', {});
  const view = createView();
  await view.draw('one');
  await view.draw('two');
  expect(view.asked.map(({ by }) => by)).toEqual(['opened', 'changed']);
  const [one, two] = view.asked;
  two?.asking.resolve('second');
  await vi.waitFor(() => expect(view.get().answer).toBe('second'));
  one?.asking.resolve('first');
  await view.draw('three');
  expect(view.get()).toEqual({ answer: null, latest: 'second', problem: null });
});

it('keeps the answer if asking again about the same inputs fails', async () => {
  vi.stubGlobal('document', {});
  const view = createView();
  await view.draw('one');
  view.asked[0]?.asking.resolve('first');
  await vi.waitFor(() => expect(view.get().answer).toBe('first'));
  const again = view.ask();
  view.asked[1]?.asking.reject(new ProblemError(failure));
  expect(await again).toBeNull();
  await vi.waitFor(() => expect(view.get()).toEqual({ answer: 'first', latest: 'first', problem: failure }));
});
