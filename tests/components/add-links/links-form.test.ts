/** The form's folder also applies to files (`components/add-links/useLinksForm.ts`). */
import { h, render } from 'preact';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type AddTarget, emptyInput } from '../../../components/add-links/links-input.ts';
import { type LinksFormState, useLinksForm } from '../../../components/add-links/useLinksForm.ts';
import { PageApiProvider } from '../../../components/page-api.ts';
import { resetPage } from '../../gallery/page-state.ts';
import { shortlist } from '../../gallery/samples/sample.ts';

/** @returns the form's state, and a function that draws it for an account */
function setUp(target: Partial<AddTarget>, pageApi: object = {}) {
  vi.stubGlobal('document', {});
  resetPage();
  const form: { current?: LinksFormState } = {};
  function Drawn({ accountId }: { accountId: string }) {
    form.current = useLinksForm({ ...target, accountId } as unknown as AddTarget);
    return null;
  }
  const page = { childNodes: [], firstChild: null } as never;
  const draw = (accountId: string) =>
    render(h(PageApiProvider, { value: pageApi as never }, h(Drawn, { accountId })), page);
  onTestFinished(() => render(null, page));
  return { form, draw };
}

it('doesn’t offer a folder that a rule chooses in another account, nor the folder of the former account', async () => {
  const { form, draw } = setUp({ input: { current: emptyInput } });
  draw('a');
  const folder = { id: '7', name: 'Clips' };
  form.current?.titleChoice.onRule({ accountId: 'b', account: 'Other', folder, title: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.current?.folderChoice.folder).toEqual(shortlist.default);
  form.current?.titleChoice.onRule({ accountId: 'a', account: null, folder, title: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.current?.folderChoice.folder).toEqual(folder);
  draw('b');
  expect(form.current?.folderChoice.folder).toEqual(shortlist.default);
});

it('text that one account left over is neither shown nor sent in another account', async () => {
  const left = { ...emptyInput, text: 'https://a.example/1.mp4', title: 'One', leftOverBy: 'a' };
  const input = { current: left };
  const [show, send] = [vi.fn(), vi.fn()];
  const { form, draw } = setUp({ input, feedback: { show } as never }, { send });
  draw('b');
  expect(form.current?.input).toEqual(emptyInput);
  void form.current?.submit();
  await vi.waitFor(() => expect(show).toHaveBeenCalled());
  expect(send).not.toHaveBeenCalled();
  expect(input.current).toBe(left);
});
