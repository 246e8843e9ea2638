/** "Choose folder…": the links that were clicked, the account's folders, and "Upload here". */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { readableAddress, titleFromAddress } from '../../lib/links/address-title.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { OpenedPickerRequest, Problem } from '../../lib/protocol.ts';
import { findRuleSubjects, type RuleSubject } from '../../lib/uploads/rules.ts';
import { Button } from '../button/Button.tsx';
import { DialogButtons } from '../dialog/Dialog.tsx';
import { Toggle } from '../field/Field.tsx';
import { FolderPanel, selectedFolder } from '../folders/FolderPanel.tsx';
import { folderName } from '../folders/name.ts';
import type { TreeEvent } from '../folders/tree.ts';
import { type LiveFolderTree, useFolderTree } from '../folders/useFolderTree.ts';
import { useKey } from '../keys.ts';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useHint, useOutcome } from '../notice/useOutcome.ts';
import { problemOf } from '../problem.ts';
import { problemSentence } from '../problem-sentence.ts';
import { PatternField, patternFault } from '../rules/PatternField.tsx';
import { alwaysText } from '../rules/sentences.ts';
import { outcomeNotice } from '../send/outcome.ts';
import { TitleChoice } from '../send/TitleChoice.tsx';
import { typedTitles, withTitle } from '../send/titles.ts';
import { useServices } from '../services.ts';
import { plural, t } from '../text.ts';
import '../dialog/dialog.css';
import './picker.css';

export interface PickerProps {
  /** The picker request’s id, from the address of the page. */
  readonly requestId: string;
  /** Of the account that the links are for; null until it is known. */
  readonly shortlist: FolderShortlist | null;
  /** Called with the account that the links are for. */
  readonly onAccount: (accountId: string) => void;
  /** The links are on their way: the page may close. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function Picker({ requestId, shortlist, onAccount, onDone, onClose }: PickerProps) {
  const { send } = useServices();
  const [opened, setOpened] = useState<OpenedPickerRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const show = (found: OpenedPickerRequest) => {
      setOpened(found);
      onAccount(found.accountId);
    };
    send('picker.open', { requestId }).then(show, (error) => setProblem(problemSentence(problemOf(error))));
  }, [send, requestId, onAccount]);

  // What is open in it, or typed, has the key first; Firefox closes no window by it.
  useKey(
    ({ chord }, { target }) =>
      chord === 'Escape' &&
      !document.querySelector('dialog[open], .menu') &&
      !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''),
    onClose,
  );

  return (
    <div class="picker column">
      <main class="picker-main column gap-3">
        <h1 class="visually-hidden">{t('picker.title')}</h1>
        {problem !== null && <PickerEnd text={problem} onClose={onClose} />}
        {problem === null && opened === null && <p class="small tone-quiet">{t('picker.loading')}</p>}
        {opened?.reason === 'unusable' && (
          <PickerEnd text={t('picker.unusable')} quote={opened.clicked} onClose={onClose} />
        )}
        {opened?.reason === 'unreadable' && <PickerEnd text={t('picker.unreadable')} onClose={onClose} />}
        {opened?.reason === 'fault' && (
          <PickerEnd text={problemText(opened.problem)} quote={opened.clicked} onClose={onClose} />
        )}
        {opened && (opened.reason === 'choose' || opened.reason === 'duplicate') && shortlist && (
          <PickerForm
            requestId={requestId}
            opened={opened}
            shortlist={shortlist}
            onDone={onDone}
            onClose={onClose}
          />
        )}
      </main>
    </div>
  );
}

/** Where the cause is known, nothing was stored and it need not be looked for. */
function problemText(problem: Problem | undefined): string {
  const isKnown = problem !== undefined && problem.code !== 'unexpected';
  return isKnown ? problemSentence(problem) : t('picker.fault');
}

function PickerEnd({ text, quote, onClose }: { text: string; quote?: string | null; onClose: () => void }) {
  return (
    <div class="stack gap-3" role="alert">
      <Notice tone="bad" text={text} />
      <Quote text={quote} />
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </div>
  );
}

function Quote({ text }: { text: string | null | undefined }) {
  return (
    text && (
      <blockquote class="picker-quote break-anywhere tone-quiet" dir="auto">
        {text}
      </blockquote>
    )
  );
}

interface PickerFormProps extends Omit<PickerProps, 'shortlist' | 'onAccount'> {
  readonly opened: OpenedPickerRequest;
  readonly shortlist: FolderShortlist;
}

function PickerForm({ requestId, opened, shortlist, onDone, onClose }: PickerFormProps) {
  const { send } = useServices();
  const { live, folder, isByRule, canUpload } = usePickFolder(opened, shortlist);
  const { notice, show, run } = useOutcome();
  useHint(notice, show, t('picker.noFolder'), canUpload);
  const [isPinned, setPinned] = useState(false);
  const [title, setTitle] = useState(opened.suggestion?.title ?? '');
  const [rule, setRule] = useState<PickedRule | null>(null);
  const [stage, setStage] = useState<'choosing' | 'busy' | 'done'>('choosing');
  const subjects = opened.private ? [] : findRuleSubjects(opened.links);
  const titled = withTitle(opened.links, title);
  const isKnownPin = shortlist.pinned.some(({ id }) => id === folder.id);

  async function upload(links: readonly LinkDraft[] = titled) {
    if (stage !== 'choosing' || patternFault(rule?.titlePattern ?? '') !== null) return;
    if (!canUpload) {
      show({ tone: 'warn', text: t('picker.noFolder') });
      return;
    }
    setStage('busy');
    let isWhole = false;
    // What is held back stays in the request, and sending that again sends it anyway.
    const request = { requestId, folder, pin: isPinned, titles: typedTitles(links), ...(rule && { rule }) };
    await run(send('picker.send', request), (outcome) => {
      isWhole = outcome.duplicates.length === 0;
      return outcomeNotice(outcome, folder, () => again.current(links));
    });
    setStage(isWhole ? 'done' : 'choosing');
    if (isWhole) onDone();
  }
  // By the time the user sends anyway, another folder may be chosen.
  const again = useRef(upload);
  again.current = upload;

  return (
    <>
      {opened.reason === 'duplicate' && (
        <Notice tone="warn" text={plural('picker.duplicate', opened.links.length)} />
      )}
      <Links links={opened.links} />
      {opened.clicked !== null && <Notice tone="warn" text={t('picker.unusable')} />}
      <Quote text={opened.clicked} />
      <TitleChoice links={opened.links} {...{ folder, title }} onTitle={setTitle} onUpload={upload} />
      <FolderPanel
        live={live}
        pinnedIds={shortlist.pinned.map(({ id }) => id)}
        onConfirm={() => void upload()}
      />
      <NoticeArea {...{ notice, show }} />
      {isByRule && <p class="small tone-quiet">{t('picker.byRule', { folder: folderName(folder) })}</p>}
      {subjects.length > 0 && !isByRule && <RuleChoice {...{ subjects, rule }} onChange={setRule} />}
      <div class="picker-footer row wrap gap-4">
        {!isKnownPin && <Toggle label={t('picker.pin')} checked={isPinned} onChange={setPinned} />}
        <DialogButtons
          confirm={t('picker.upload')}
          busy={stage === 'busy'}
          disabled={stage === 'done' || !canUpload}
          onConfirm={() => upload()}
          onCancel={onClose}
        />
      </div>
    </>
  );
}

const maxNamedLinks = 2;

function Links({ links }: { links: readonly LinkDraft[] }) {
  const rest = links.length - maxNamedLinks;
  return (
    <section class="stack" aria-label={plural('picker.links', links.length)}>
      {links.slice(0, maxNamedLinks).map(({ url, title }) => (
        <div key={url}>
          <p class="strong one-line" dir="auto" title={title ?? url}>
            {title ?? titleFromAddress(url)}
          </p>
          <p class="url small tone-quiet one-line" dir="ltr" title={url}>
            {readableAddress(url)}
          </p>
        </div>
      ))}
      {rest > 0 && <p class="small tone-quiet">{plural('picker.more', rest)}</p>}
    </section>
  );
}

/** An empty pattern leaves the title alone. */
type PickedRule = RuleSubject & { readonly titlePattern: string };

interface RuleChoiceProps {
  readonly subjects: readonly RuleSubject[];
  /** Null: none is made. */
  readonly rule: PickedRule | null;
  readonly onChange: (rule: PickedRule | null) => void;
}

/**
 * "Always for videos from example.com", or for those on the pages of a site: makes one rule of the choice that is being made, and
 * says how its titles are made.
 */
function RuleChoice({ subjects, rule, onChange }: RuleChoiceProps) {
  const titlePattern = rule?.titlePattern ?? '';
  return (
    <div class="stack">
      {subjects.map((subject) => (
        <Toggle
          key={subject.isPageHost}
          label={alwaysText(subject)}
          checked={rule !== null && rule.isPageHost === subject.isPageHost}
          onChange={(isOn) => onChange(isOn ? { ...subject, titlePattern } : null)}
        />
      ))}
      {rule !== null && (
        <PatternField
          pattern={titlePattern}
          onChange={(pattern) => onChange({ ...rule, titlePattern: pattern })}
        />
      )}
    </div>
  );
}

/** The folder that a picker request goes into: what a rule suggests or the default, until the user chooses. */
function usePickFolder(
  { accountId, suggestion, newFolderName }: OpenedPickerRequest,
  shortlist: FolderShortlist,
) {
  const tree = useFolderTree(accountId, (suggestion?.folder ?? shortlist.default).id, newFolderName);
  const [isChosen, setChosen] = useState(false);

  const live: LiveFolderTree = {
    ...tree,
    apply(event: TreeEvent) {
      if (event.type === 'selected' || event.type === 'filtered') setChosen(true);
      tree.apply(event);
    },
    create(name, parentId) {
      setChosen(true);
      return tree.create(name, parentId);
    },
  };
  const isByRule = suggestion !== null && !isChosen;
  // A rule's folder may lie deeper than what is listed.
  return {
    live,
    folder: isByRule ? suggestion.folder : selectedFolder(live),
    /** A rule has chosen the folder, and the user has not. */
    isByRule,
    canUpload: live.canChoose || (isByRule && live.newName === null),
  };
}
