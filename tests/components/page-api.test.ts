import { h, render } from 'preact';
import { expect, it, vi } from 'vitest';
import { type AccountPage, type PageApi, PageApiProvider, useShowFile } from '../../components/page-api.ts';

it.each([
  ['opens the manager once the account is selected', null, ['/manager.html#files/7'], 0],
  ['says why an account can’t be selected, and opens no other one', new Error('disk full'), [], 1],
])('a page without files %s', async (_, failure, addresses, noticeCount) => {
  vi.stubGlobal('document', {});
  const opened: string[] = [];
  const show = vi.fn();
  let showFile: AccountPage['showFile'] | undefined;
  function Drawn() {
    showFile = useShowFile(show);
    return null;
  }
  const page = { childNodes: [], firstChild: null } as never;
  const pageApi = {
    send: () => (failure === null ? Promise.resolve() : Promise.reject(failure)),
    open: (address: string) => void opened.push(address),
  } as Partial<PageApi> as PageApi;
  render(h(PageApiProvider, { value: pageApi }, h(Drawn, {})), page);
  await showFile?.({ accountId: 'other', folderId: '7', fileCode: null });
  expect(opened).toEqual(addresses);
  expect(show).toHaveBeenCalledTimes(noticeCount);
  render(null, page);
});
