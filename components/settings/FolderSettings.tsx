import { useEffect, useRef, useState } from 'preact/hooks';
import { useRules } from '#page/all-settings.ts';
import { useShortlist } from '#page/page-data.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { createDefaultRule, findDefaultRule, type OtherTargets } from '../../lib/links/rules.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { FolderButton, FolderDialog } from '../folders/FolderButton.tsx';
import { folderName } from '../format/names.ts';
import { Icon } from '../icons/Icon.tsx';
import { unlessPhone } from '../keys/clicks.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Feedback, useViewFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { OtherAccounts } from '../rules/OtherAccounts.tsx';
import { t } from '../text.ts';
import '../field/field.css';
import { SettingRow } from '../field/SettingRow.tsx';
import './settings.css';

interface FolderSettingsProps {
  readonly accountId: string;
  readonly accounts: readonly Account[];
  /** Shows failures after the account was switched. */
  readonly feedback: Feedback;
}

export function FolderSettings({ accountId, accounts, feedback }: FolderSettingsProps) {
  const shortlist = useShortlist();
  const rule = findDefaultRule(useRules() ?? [], accountId);
  const { send } = usePageApi();
  const { notice, show, run } = useViewFeedback(feedback);
  const [isPinning, setPinning] = useState(false);
  const saved = () => t('options.saved');
  const pin = (folder: FolderRef, pinned: boolean) =>
    run(send('folders.pin', { accountId, folder, pinned }), saved);

  /** The next choice builds on it before it is stored. */
  const [unsaved, setUnsaved] = useState<{ readonly accountId: string; readonly targets: OtherTargets }>();
  const saving = useRef(0);
  useEffect(() => {
    if (saving.current === 0) setUnsaved(undefined);
  }, [rule]);
  const targets = unsaved?.accountId === accountId ? unsaved.targets : (rule ?? {});

  async function setTargets({ also = [], fallbacks = [] }: OtherTargets) {
    setUnsaved({ accountId, targets: { also, fallbacks } });
    saving.current += 1;
    const isSaved = await run(send('rules.save', createDefaultRule(accountId, { also, fallbacks })), saved);
    saving.current -= 1;
    if (!isSaved && saving.current === 0) setUnsaved(undefined);
  }

  return (
    <>
      <SettingRow title={t('options.default')} hint={t('options.defaultHint')}>
        <FolderButton
          accountId={accountId}
          folder={shortlist.default}
          shortlist={shortlist}
          onChange={(folder) => void run(send('folders.setDefault', { accountId, folder }), saved)}
        />
      </SettingRow>
      <OtherAccounts accountId={accountId} accounts={accounts} targets={targets} onChange={setTargets} />
      <div class="stack gap-3">
        <SettingRow title={t('options.pinned')} hint={unlessPhone(t('options.pinnedHint'))}>
          <Button icon="pin" onClick={() => setPinning(true)}>
            {t('options.pin')}
          </Button>
        </SettingRow>
        {shortlist.pinned.length > 0 && (
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
      </div>
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
