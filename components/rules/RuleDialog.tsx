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

export function RuleDialog(props: RuleDialogProps) {
  const { accountId, rule, feedback, onSave, onClose } = props;
  const accounts = useAccounts()?.list ?? [];
  const shortlist = useShortlist();
  const { requestHost } = usePageApi();
  const [site, setSite] = useState('');
  const [isPageHost, setPageHost] = useState(false);
  const [isForAll, setForAll] = useState(rule?.isForAll ?? false);
  const [chosen, setChosen] = useState(rule === null || rule.isFolderGone ? null : rule.folder);
  // The shortlist may not be read yet.
  const folder = chosen ?? shortlist.default;
  const [pattern, setPattern] = useState(rule?.titlePattern ?? '');
  const [isByBrowser, setByBrowser] = useState(rule?.via === 'browser');
  const [targets, setTargets] = useState<OtherTargets>({ also: rule?.also, fallbacks: rule?.fallbacks });
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
    await run(onSave(changed), () => null);
    setBusy(false);
  }

  return (
    <Dialog title={rule ? subjectText(rule) : t('rules.add')} onClose={onClose}>
      <form
        class="dialog-form stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {rule === null && (
          <Field
            label={t('rules.site')}
            placeholder="example.com"
            kind="url"
            autoFocus
            value={site}
            onInput={setSite}
            error={subject === null && isChecked ? t('rules.badSite') : null}
            hint={subject === null ? undefined : subjectText(subject)}
          />
        )}
        {rule === null && (
          <Toggle label={t('rules.isPageHost')} checked={isPageHost} onChange={setPageHost} />
        )}
        {accounts.length > 1 && (
          <Toggle label={t('rules.isForAll')} checked={isForAll} onChange={setForAll} />
        )}
        <FolderButton folder={folder} shortlist={shortlist} accountId={accountId} onChange={setChosen} />
        <PatternField pattern={pattern} onChange={setPattern} />
        <BrowserToggle checked={isByBrowser} onChange={setByBrowser} />
        <OtherAccounts accountId={accountId} accounts={accounts} targets={targets} onChange={setTargets} />
        <NoticeArea notice={notice} show={show} />
        <DialogButtons confirmLabel={t('rules.save')} isBusy={isBusy} onCancel={onClose} />
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
