import { useState } from 'preact/hooks';
import { useAccounts, useShortlist } from '#page/page-data.ts';
import { everyHost } from '../../lib/accounts/account.ts';
import { parseLink } from '../../lib/links/link.ts';
import {
  findRuleSubject,
  type OtherTargets,
  type Rule,
  type RuleDraft,
  type RuleSubject,
} from '../../lib/links/rules.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Field, Toggle } from '../field/Field.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Feedback, useViewFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { BrowserToggle } from './BrowserToggle.tsx';
import { OtherAccounts } from './OtherAccounts.tsx';
import { PatternField, patternFault } from './PatternField.tsx';
import { subjectText } from './wording.ts';

export interface RuleDialogProps {
  readonly accountId: string;
  readonly rule: Rule | null;
  /** Shows failures after the dialog is closed. */
  readonly feedback: Feedback;
  /** If it rejects, the dialog stays open. */
  readonly onSave: (changed: RuleDraft) => Promise<unknown>;
  readonly onClose: () => void;
}

const createInput = (rule: Rule | null) => ({
  site: '',
  isPageHost: false,
  isForAll: rule?.isForAll ?? false,
  /** Null: the default folder. */
  folder: rule === null || rule.isFolderGone ? null : rule.folder,
  pattern: rule?.titlePattern ?? '',
  isByBrowser: rule?.via === 'browser',
  targets: { also: rule?.also, fallbacks: rule?.fallbacks } as OtherTargets,
});

type RuleInput = ReturnType<typeof createInput>;

export function RuleDialog(props: RuleDialogProps) {
  const { accountId, rule, feedback, onSave, onClose } = props;
  const accounts = useAccounts()?.list ?? [];
  const shortlist = useShortlist();
  const { requestHost } = usePageApi();
  const [initial] = useState(() => createInput(rule));
  const [input, setInput] = useDraft(`rule ${accountId} ${rule?.id ?? ''}`, initial);
  const { site, isPageHost, isForAll, pattern, isByBrowser, targets } = input;
  const change = (changed: Partial<RuleInput>) => setInput((before) => ({ ...before, ...changed }));
  // The shortlist may not be read yet.
  const folder = input.folder ?? shortlist.default;
  const [isChecked, setChecked] = useState(false);
  const subject = rule ?? readSubject(site, isPageHost);
  const [isBusy, setBusy] = useState(false);
  const { notice, show, run } = useViewFeedback(feedback);

  async function save() {
    setChecked(true);
    if (isBusy || subject === null || patternFault(pattern) !== null) return;
    setBusy(true);
    const titlePattern = pattern.trim() || null;
    const { host, kind, isPageHost } = subject;
    // Within the click, as browsers require. If denied, each upload asks again.
    if (isByBrowser) void requestHost(...(isPageHost ? everyHost : toSitePatterns(host)));
    const changed = {
      accountId,
      host,
      kind,
      folder,
      titlePattern,
      ...targets,
      ...(isPageHost && { isPageHost }),
      ...(isForAll && { isForAll }),
      ...(isByBrowser && { via: 'browser' as const }),
    };
    if (await run(onSave(changed), () => null)) setInput(initial);
    setBusy(false);
  }

  function close() {
    setInput(initial);
    onClose();
  }

  return (
    <Dialog title={rule ? subjectText(rule) : t('rules.add')} onClose={close}>
      <form class="dialog-form stack gap-4" onSubmit={save}>
        {rule === null && (
          <Field
            label={t('rules.site')}
            placeholder="example.com"
            kind="url"
            autoFocus
            value={site}
            onInput={(typed) => change({ site: typed })}
            error={subject === null && isChecked ? t('rules.badSite') : null}
            hint={subject === null ? undefined : subjectText(subject)}
          />
        )}
        {rule === null && (
          <Toggle
            label={t('rules.isPageHost')}
            checked={isPageHost}
            onChange={(isOn) => change({ isPageHost: isOn })}
          />
        )}
        {accounts.length > 1 && (
          <Toggle
            label={t('rules.isForAll')}
            checked={isForAll}
            onChange={(isOn) => change({ isForAll: isOn })}
          />
        )}
        <FolderButton
          folder={folder}
          shortlist={shortlist}
          accountId={accountId}
          onChange={(chosen) => change({ folder: chosen })}
        />
        <PatternField pattern={pattern} onChange={(typed) => change({ pattern: typed })} />
        <BrowserToggle checked={isByBrowser} onChange={(isOn) => change({ isByBrowser: isOn })} />
        <OtherAccounts
          accountId={accountId}
          accounts={accounts}
          targets={targets}
          onChange={(chosen) => change({ targets: chosen })}
        />
        <NoticeArea notice={notice} show={show} />
        <DialogButtons confirmLabel={t('rules.save')} isBusy={isBusy} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** A host means all its links. A link means those of its host and kind. */
function readSubject(site: string, isPageHost: boolean): RuleSubject | null {
  // Subdomains are included anyway.
  const text = site.trim().replace(/^(https?:\/\/)?(?:\*|(?=\.))\.+/i, '$1');
  const url = parseLink(text) ?? parseLink(`https://${text}/`);
  return url === null ? null : findRuleSubject([{ url, pageUrl: url }], isPageHost);
}

/** Includes subdomains. */
function toSitePatterns(host: string): readonly string[] {
  const { hostname } = new URL(`https://${host}`);
  const isAddress = /^(?:\[.*\]|[\d.]+)$/u.test(hostname);
  return ['https', 'http'].map((scheme) => `${scheme}://${isAddress ? '' : '*.'}${hostname}/*`);
}
