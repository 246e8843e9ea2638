import { useState } from 'preact/hooks';
import { useRules } from '#page/all-settings.ts';
import { useShortlist } from '#page/page-data.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { createDefaultRule, findDefaultRule, type OtherTargets } from '../../lib/uploads/rules.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { FolderButton, FolderDialog } from '../folders/FolderButton.tsx';
import { folderName } from '../folders/name.ts';
import { Icon } from '../icons/Icon.tsx';
import { aboutClicks } from '../keys/clicks.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { OtherAccounts } from '../rules/OtherAccounts.tsx';
import { t } from '../text.ts';
import '../field/field.css';
import { SettingText } from './SettingLines.tsx';
import './settings.css';

interface FolderSettingsProps {
  /** Of the current account. */
  readonly accountId: string;
  readonly accounts: readonly Account[];
}

export function FolderSettings({ accountId, accounts }: FolderSettingsProps) {
  const shortlist = useShortlist();
  const rule = findDefaultRule(useRules() ?? [], accountId);
  const { send } = usePageApi();
  const { notice, show, run } = useFeedback();
  const [isPinning, setPinning] = useState(false);
  const saved = () => t('options.saved');
  const pin = (folder: FolderRef, pinned: boolean) =>
    run(send('folders.pin', { accountId, folder, pinned }), saved);

  function setTargets({ also = [], fallbacks = [] }: OtherTargets) {
    const isEmpty = also.length + fallbacks.length === 0;
    const change = isEmpty
      ? send('rules.remove', { id: rule?.id ?? '' })
      : send('rules.save', createDefaultRule(accountId, { also, fallbacks }));
    void run(change, saved);
  }

  return (
    <>
      <div class="setting-row row wrap gap-4">
        <SettingText title={t('options.default')} hint={t('options.defaultHint')} />
        <FolderButton
          accountId={accountId}
          folder={shortlist.default}
          shortlist={shortlist}
          onChange={(folder) => void run(send('folders.setDefault', { accountId, folder }), saved)}
        />
      </div>
      <OtherAccounts accountId={accountId} accounts={accounts} targets={rule ?? {}} onChange={setTargets} />
      <div class="setting-row row wrap gap-4">
        <SettingText title={t('options.pinned')} hint={aboutClicks(t('options.pinnedHint'))} />
        <Button icon="pin" onClick={() => setPinning(true)}>
          {t('options.pin')}
        </Button>
      </div>
      {shortlist.pinned.length === 0 ? (
        <p class="small tone-quiet">{t('options.pinnedNone')}</p>
      ) : (
        <ul class="pinned row wrap">
          {shortlist.pinned.map((folder) => (
            <li key={folder.id} class="pinned-folder row gap-1 framed">
              <Icon name="folder" class="tone-quiet" />
              <span class="one-line" dir="auto" title={folderName(folder)}>
                {folderName(folder)}
              </span>
              <IconButton
                icon="cross"
                label={t('options.unpin', { name: folderName(folder) })}
                onClick={() => pin(folder, false)}
              />
            </li>
          ))}
        </ul>
      )}
      <NoticeArea notice={notice} show={show} />
      {isPinning && (
        <FolderDialog
          accountId={accountId}
          pinned={shortlist.pinned}
          onClose={() => setPinning(false)}
          onChoose={(folder) => {
            setPinning(false);
            void pin(folder, true);
          }}
        />
      )}
    </>
  );
}
