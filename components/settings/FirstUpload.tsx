/** The first run's last step: a form for a link, then its upload. */
import { useMemo, useRef } from 'preact/hooks';
import { useOnline } from '#page/hooks.ts';
import { useUploads } from '#page/page-data.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { toUploadItems, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { emptyInput } from '../add-links/links-input.ts';
import { QuickAdd } from '../add-links/QuickAdd.tsx';
import { Button } from '../button/Button.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { folderName } from '../format/names.ts';
import { unlessPhone } from '../keys/clicks.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { type AccountPage, AccountPageProvider, usePageApi, useShowFile } from '../page-api.ts';
import { t } from '../text.ts';
import { fileActions } from '../uploads/file-actions.ts';
import { UploadRows, useUploadRows } from '../uploads/UploadRows.tsx';
import { Card, Section } from './Section.tsx';

interface FirstUploadProps {
  readonly account: Account;
  readonly accounts: readonly Account[];
  readonly feedback: Feedback;
}

export function FirstUpload(props: FirstUploadProps) {
  const { account, feedback } = props;
  const { open } = usePageApi();
  const showFile = useShowFile(feedback.show);
  const stored = useUploads();
  const isOnline = useOnline();
  const input = useRef(emptyInput);
  const items = useMemo(
    () => (stored?.accountId === account.id ? toUploadItems(stored, isOnline).filter(isOwn) : null),
    [stored, isOnline, account.id],
  );
  /** False if a lost account was connected again, which already has uploads. */
  const isFirst = useRef<boolean | null>(null);
  const hasArrived = useRef(false);
  if (items !== null) isFirst.current ??= items.length === 0;
  hasArrived.current ||= items?.some(({ state }) => state === 'done') ?? false;
  useFocusFallback('.send-box', '.upload-list [tabindex="0"]');

  if (isFirst.current === false) return null;
  if (items === null || items.length === 0) {
    // The upload was dismissed.
    if (hasArrived.current) return null;
    return (
      <Section title={t('options.firstLink')} text={unlessPhone(t('options.firstLinkText'))}>
        <Card>
          <QuickAdd accountId={account.id} page={null} feedback={feedback} input={input} />
        </Card>
      </Section>
    );
  }

  const page: AccountPage = {
    isConnected: true,
    showFile,
    embed: (fileCode) => open(`/manager.html#embed/${encodeURIComponent(fileCode)}`),
    chooseFile: () => open('/manager.html#uploads'),
  };
  return (
    <AccountPageProvider value={page}>
      <Section title={t('options.firstUpload')}>
        <Card>
          <div class="stack gap-4">
            <FirstRows {...props} items={items} />
          </div>
        </Card>
      </Section>
    </AccountPageProvider>
  );
}

const isOwn = ({ upload }: UploadItem): boolean => upload.source !== 'external';

function FirstRows(props: FirstUploadProps & { readonly items: readonly UploadItem[] }) {
  const uploadRows = useUploadRows(props);
  const arrived = props.items.find(({ state }) => state === 'done');
  const { title = '', upload, owner = props.account } = arrived ?? {};
  const openFile =
    upload &&
    fileActions(owner, { ...upload, fileCode: upload.fileCode ?? '' }, uploadRows.context).openPage.run;
  return (
    <>
      <UploadRows {...uploadRows} />
      <div class="collapse-empty stack gap-3" role="status">
        {upload && (
          <p class="tone-good break-anywhere">
            {t('uploads.announce.done', { title, folder: folderName(upload.folder) })}
          </p>
        )}
      </div>
      {openFile && (
        <div>
          <Button kind="primary" onClick={openFile}>
            {t('options.openFirst')}
          </Button>
        </div>
      )}
      {arrived && unlessPhone(t('options.nextLinks')) && (
        <p class="tone-quiet">{unlessPhone(t('options.nextLinks'))}</p>
      )}
    </>
  );
}
