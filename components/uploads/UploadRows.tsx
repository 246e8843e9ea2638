/** The rows, their actions, and the dialogs that these open. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { lazy } from '../lazy.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { useAccountPage, usePageApi } from '../page-api.ts';
import type { RowContext } from './row-actions.ts';
import type { UploadQuestion } from './UploadDialogs.tsx';
import { UploadList } from './UploadList.tsx';
import { useQueue } from './useQueue.ts';

const UploadDialogs = lazy(() => import('./UploadDialogs.tsx'), 'UploadDialogs');

export interface UploadRowsProps {
  readonly account: Account;
  readonly accounts: readonly Account[];
  /** Null until first read. */
  readonly items: readonly UploadItem[] | null;
  readonly feedback: Feedback;
}

const noRows: readonly UploadItem[] = [];

export function useUploadRows({ account, accounts, items, feedback }: UploadRowsProps) {
  const page = useAccountPage();
  const pageApi = usePageApi();
  const [asking, ask] = useState<UploadQuestion | null>(null);
  const queue = useQueue(account, items ?? noRows, feedback);
  const { ids, move } = queue;
  const context: RowContext = { account, accounts, pageApi, page, feedback, queue: ids, move, ask };
  return { items, queue, context, asking, stopAsking: () => ask(null) };
}

export function UploadRows({ items, context, asking, stopAsking }: ReturnType<typeof useUploadRows>) {
  const { account, feedback } = context;
  return (
    <>
      {items !== null && items.length > 0 && <UploadList items={items} context={context} />}
      {asking && <UploadDialogs account={account} feedback={feedback} asking={asking} onClose={stopAsking} />}
    </>
  );
}
