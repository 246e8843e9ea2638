import { type Account, toHostPattern } from '../../lib/accounts/account.ts';
import { isRedirectFailure } from '../../lib/uploads/upload.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import type { IconName } from '../icons/Icon.tsx';
import { createAction, type IconAction } from '../menu/action.ts';
import { t } from '../text.ts';
import { type ActionContext, fileActions } from './file-actions.ts';
import type { UploadQuestion } from './UploadDialogs.tsx';
import type { Queue } from './useQueue.ts';

export interface RowContext extends ActionContext {
  readonly account: Account;
  readonly accounts: readonly Account[];
  readonly ask: (question: UploadQuestion) => void;
  /** Ids in the order of sending. */
  readonly queue: readonly string[];
  readonly move: Queue['move'];
}

/** An own file that can still be stopped. */
export const isOwnFile = ({ state, upload }: UploadItem): boolean =>
  state === 'sending' && upload.source === 'file';

/** A duplicate transfer can be deleted. For a duplicate file, only the note can be dismissed. */
export function duplicateActions(
  { upload, title }: UploadItem,
  { pageApi, feedback }: RowContext,
): readonly IconAction[] {
  return upload.duplicates
    .slice(0, 1)
    .map(({ fileCode, isTransfer }) =>
      createAction(
        'duplicate',
        isTransfer ? 'trash' : 'check',
        t(isTransfer ? 'uploads.deleteDuplicate' : 'uploads.dismissDuplicate'),
        () =>
          feedback.run(pageApi.send('uploads.removeDuplicate', { id: upload.id, fileCode }), () =>
            isTransfer ? t('uploads.outcome.duplicateDeleted', { title }) : null,
          ),
      ),
    );
}

type ActsOnUpload = 'uploads.retry' | 'uploads.checkAgain' | 'uploads.sendAgain';

export type UploadActionTable = ReturnType<typeof createRowActions>;

export function createRowActions(item: UploadItem, context: RowContext) {
  const { pageApi, page, feedback } = context;
  const { send } = pageApi;
  const { title, upload, owner: account = context.account } = item;
  const { id, url, failure, via } = upload;
  const code = failure?.code;
  const isPrivateFetch = code === 'source.private';
  /** The link redirects there, and the user is asked about it. */
  const follow = (isRedirectFailure(code) && failure?.msg) || undefined;
  /** Its host permission may be missing. */
  const wanted = /^source\.(?:access|redirect|uploadHost|site)$/u.test(code ?? '')
    ? failure?.msg || url
    : null;

  type Done = Parameters<typeof feedback.run>[1];
  const act = (message: ActsOnUpload, label: string, icon: IconName, done: Done) =>
    createAction(message, icon, label, () => feedback.run(send(message, { id }), done));
  const createRemoveAction = (
    message: 'uploads.remove' | 'uploads.deleteTransfer',
    label: string,
    icon: IconName,
    outcome: 'uploads.outcome.removed' | 'uploads.outcome.dismissed',
  ) =>
    createAction(message, icon, label, async () =>
      (await import('./remove-upload.ts')).removeUpload(message, outcome, item, context),
    );
  const retried = () => t('uploads.outcome.retried', { title });
  const checking = () => t('uploads.outcome.checking', { title });

  return {
    ...fileActions(account, { ...upload, fileCode: upload.fileCode ?? '' }, context),
    tryAgain:
      wanted !== null || isPrivateFetch ? null : act('uploads.retry', t('common.retry'), 'again', retried),
    allow:
      wanted === null
        ? null
        : createAction('allow', 'check', allowText(wanted, code === 'source.site'), () => {
            // Within the click, as browsers require. Don't wait, because the browser may never respond.
            const request = pageApi.requestHost(toHostPattern(wanted));
            void import('./retry-when-allowed.ts').then((module) =>
              module.retryWhenAllowed(request, wanted, follow, item, context),
            );
          }),
    throughService: isPrivateFetch
      ? createAction('service', 'again', t('uploads.throughService'), () =>
          feedback.run(send('uploads.retry', { id, via: 'service' }), retried),
        )
      : null,
    throughBrowser:
      upload.private || upload.source === 'external' || !/^http/u.test(url) || via
        ? null
        : createAction('browser', 'arriving', t('uploads.throughBrowser'), () => {
            // Within the click, as browsers require. The background continues even if the prompt closes the popup.
            const request = pageApi.requestHost(toHostPattern(url));
            const retrying = send('uploads.retry', { id, via: 'browser' });
            const isSent = Promise.all([request, retrying]).then(([isAllowed]) => isAllowed);
            isSent.catch(() => {});
            void import('./retry-when-allowed.ts').then((module) =>
              module.showRetryResult(isSent, url, item, context),
            );
          }),
    checkAgain: act('uploads.checkAgain', t('uploads.checkAgain'), 'search', checking),
    sendAgain: act('uploads.sendAgain', t('uploads.sendAgain'), 'sending', retried),
    remove: createRemoveAction('uploads.remove', t('uploads.remove'), 'trash', 'uploads.outcome.removed'),
    dismiss: createRemoveAction('uploads.remove', t('common.dismiss'), 'cross', 'uploads.outcome.dismissed'),
    /** Nothing is lost, because the service has none of the file. */
    dismissFailed: createRemoveAction(
      'uploads.deleteTransfer',
      t('common.dismiss'),
      'cross',
      'uploads.outcome.dismissed',
    ),
    chooseFile: createAction(
      'file',
      'folder',
      t(page.handleIds?.has(id) ? 'uploads.startAgain' : 'uploads.chooseFile'),
      () => page.chooseFile(upload),
    ),
    changeFolder: createAction('folder', 'folder', t('uploads.changeFolder'), () =>
      context.ask({ what: 'folder', item }),
    ),
  } satisfies Record<string, IconAction | null>;
}

const allowText = (address: string, hasAccess: boolean): string =>
  hasAccess
    ? t('uploads.follow', { host: new URL(address).host })
    : t('ownFiles.allowHost', { host: new URL(address).hostname });
