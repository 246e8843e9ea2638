import { type ComponentChild, h, isValidElement, render, toChildArray, type VNode } from 'preact';
import { expect, it, vi } from 'vitest';
import { FolderButton } from '../../../components/folders/FolderButton.tsx';
import { PageApiProvider } from '../../../components/page-api.ts';
import { RuleDialog, type RuleDialogProps } from '../../../components/rules/RuleDialog.tsx';
import { emptyShortlist } from '../../../lib/folders/folder.ts';
import { changePage, resetPage } from '../../gallery/page-state.ts';

function* findElements(part: ComponentChild): Generator<VNode<Record<string, unknown>>> {
  if (!isValidElement(part)) return;
  yield part as VNode<Record<string, unknown>>;
  for (const child of toChildArray(part.props.children)) yield* findElements(child);
}

it('the folder is the default one, even if it is read after the dialog opened', async () => {
  vi.stubGlobal('document', {});
  resetPage({ shortlist: emptyShortlist });
  let folder: unknown;
  function Drawn() {
    const feedback = { show: () => {} };
    const dialog = RuleDialog({ accountId: 'a', rule: null, feedback } as unknown as RuleDialogProps);
    folder = [...findElements(dialog)].find(({ type }) => type === (FolderButton as unknown))?.props[
      'folder'
    ];
    return null;
  }
  const page = { childNodes: [], firstChild: null } as never;
  render(h(PageApiProvider, { value: { drafts: new Map() } as never }, h(Drawn, {})), page);
  expect(folder).toEqual({ id: '0', name: '' });
  const chosen = { id: '7', name: 'Clips' };
  changePage({ shortlist: { ...emptyShortlist, default: chosen } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(folder).toEqual(chosen);
  render(null, page);
  resetPage();
});
