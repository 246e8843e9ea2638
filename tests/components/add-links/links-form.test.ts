/** The form's folder also applies to files (`components/add-links/useLinksForm.ts`). */
import { h, render } from 'preact';
import { expect, it, vi } from 'vitest';
import { type AddTarget, emptyInput, getOwnInput } from '../../../components/add-links/links-input.ts';
import { submitLinks } from '../../../components/add-links/submit-links.ts';
import { type LinksFormState, useLinksForm } from '../../../components/add-links/useLinksForm.ts';
import { PageApiProvider } from '../../../components/page-api.ts';
import { resetPage } from '../../gallery/page-state.ts';
import { shortlist } from '../../gallery/samples/sample.ts';

it('doesn’t offer a folder that a rule chooses in another account, nor the folder of the former account', async () => {
  vi.stubGlobal('document', {});
  resetPage();
  const input = { current: emptyInput };
  let form: LinksFormState | undefined;
  function Drawn({ accountId }: { accountId: string }) {
    form = useLinksForm({ accountId, input } as unknown as AddTarget);
    return null;
  }
  const page = { childNodes: [], firstChild: null } as never;
  const draw = (accountId: string) =>
    render(h(PageApiProvider, { value: {} as never }, h(Drawn, { accountId })), page);
  draw('a');
  const folder = { id: '7', name: 'Clips' };
  form?.titleChoice.onRule({ accountId: 'b', account: 'Other', folder, title: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(form?.folderChoice.folder).toEqual(shortlist.default);
  form?.titleChoice.onRule({ accountId: 'a', account: null, folder, title: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(form?.folderChoice.folder).toEqual(folder);
  draw('b');
  expect(form?.folderChoice.folder).toEqual(shortlist.default);
  render(null, page);
});

it('text that one account left over is neither shown nor sent in another account', async () => {
  const input = {
    current: { ...emptyInput, text: 'https://a.example/1.mp4', title: 'One', leftOverBy: 'a' },
  };
  const sent: unknown[] = [];
  const context = {
    accountId: 'b',
    input,
    feedback: { show: () => {}, run: async () => true },
    send: async (_: string, request: unknown) => sent.push(request),
    findChosen: () => undefined,
    known: { text: '' },
  } as unknown as Parameters<typeof submitLinks>[0];
  expect(await submitLinks(context)).toBe(false);
  expect(sent).toEqual([]);
  expect(getOwnInput(input.current, 'b')).toEqual(emptyInput);
  expect(getOwnInput(input.current, 'a')).toBe(input.current);
});
