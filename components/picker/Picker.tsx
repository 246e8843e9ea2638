import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useShortlistOf } from '#page/account-hooks.ts';
import { useAccounts } from '#page/page-data.ts';
import { type Account, getAccountLabel, toHostPattern } from '../../lib/accounts/account.ts';
import { type FolderRef, type FolderShortlist, rootFolder } from '../../lib/folders/folder.ts';
import { readableAddress, titleFromAddress } from '../../lib/links/address-title.ts';
import '../../lib/links/readable-host.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { findRuleSubjects, type RuleSubject } from '../../lib/links/rules.ts';
import type { OpenedPickerRequest, Problem, SentTo } from '../../lib/protocol.ts';
import { createMoveAction, describeKnown, describeMove } from '../add-links/known-links.ts';
import { type PatternTitles, typedTitles, withTitles } from '../add-links/links-input.ts';
import { TitleChoice } from '../add-links/TitleChoice.tsx';
import { cancelledText, sentNotice } from '../add-links/wording.ts';
import { Button } from '../button/Button.tsx';
import { DialogButtons } from '../dialog/Dialog.tsx';
import { PrivateDrafts } from '../drafts/PrivateDrafts.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Toggle } from '../field/Field.tsx';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { FolderPanel, selectedFolder } from '../folders/FolderPanel.tsx';
import type { TreeEvent } from '../folders/tree.ts';
import { type LiveFolderTree, useFolderTree } from '../folders/useFolderTree.ts';
import { folderName } from '../format/names.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { unlessPhone } from '../keys/clicks.ts';
import { useKey } from '../keys/page-keys.ts';
import { Notice, NoticeArea, type NoticeContent } from '../notice/Notice.tsx';
import { OpenFolder } from '../notice/OpenFolder.tsx';
import { useFeedback, useHint } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { BrowserToggle } from '../rules/BrowserToggle.tsx';
import { PatternField, patternFault } from '../rules/PatternField.tsx';
import { alwaysText } from '../rules/wording.ts';
import { joinFacts, type PlainKey, plural, t } from '../text.ts';
import { recordChange } from '../undo/undo.ts';
import '../dialog/dialog.css';
import './picker.css';

interface PickerProps {
  readonly requestId: string;
  /** The page may close once the links are queued. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function Picker({ requestId, onDone, onClose }: PickerProps) {
  const { send } = usePageApi();
  const accounts = useAccounts();
  const { answer: opened, problem, ask } = useAnswer(() => send('picker.open', { requestId }), []);
  const pageProblem = opened && pageProblems[opened.reason];

  // Open dialogs, menus and search text handle Escape first. Firefox doesn't close windows on Escape.
  useKey(
    ({ chord }, { target }) =>
      chord === 'Escape' &&
      !document.querySelector('dialog[open], .menu') &&
      !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''),
    onClose,
  );

  return (
    <div class="picker column">
      <main class="picker-main pad-4 column gap-3">
        <h1 class="visually-hidden">{t('picker.title')}</h1>
        {problem !== null && <PickerEnd text={problemSentence(problem)} onClose={onClose} />}
        {problem === null && opened === null && <p class="small tone-quiet">{t('picker.loading')}</p>}
        {opened?.reason === 'unusable' && (
          <PickerEnd text={t('picker.unusable')} quote={opened.clicked} onClose={onClose} />
        )}
        {pageProblem && opened?.links.length === 0 && <PickerEnd text={t(pageProblem)} onClose={onClose} />}
        {opened?.reason === 'fault' && (
          <PickerEnd text={faultText(opened.problem)} quote={opened.clicked} onClose={onClose} />
        )}
        {opened && opened.links.length > 0 && formReasons.has(opened.reason) && accounts && (
          <PrivateDrafts isPrivate={opened.private}>
            <PickerForm
              requestId={requestId}
              opened={opened}
              accounts={accounts.list}
              onHeld={async () => (await ask('clicked'))?.reason === 'duplicate'}
              onDone={onDone}
              onClose={onClose}
            />
          </PrivateDrafts>
        )}
      </main>
    </div>
  );
}

const pageProblems: Readonly<Partial<Record<OpenedPickerRequest['reason'], PlainKey>>> = {
  unreadable: 'problem.noAccess',
  silent: 'problem.pageSilent',
};

/** The page itself can still be uploaded. */
const formReasons: ReadonlySet<string> = new Set([
  'choose',
  'duplicate',
  'private',
  ...Object.keys(pageProblems),
]);

/** After an unexpected failure, something may have been stored. */
const faultText = (problem: Problem | undefined): string =>
  problem === undefined || problem.code === 'unexpected' ? t('picker.fault') : problemSentence(problem);

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
      <blockquote class="picker-quote inset break-anywhere tone-quiet" dir="auto">
        {text}
      </blockquote>
    )
  );
}

interface PickerFormProps extends PickerProps {
  readonly opened: OpenedPickerRequest;
  readonly accounts: readonly Account[];
  /** Resolves to whether the request lists the held-back links by now. */
  readonly onHeld: () => Promise<boolean>;
}

function PickerForm({ requestId, opened, accounts, onHeld, onDone, onClose }: PickerFormProps) {
  const { send, requestHost } = usePageApi();
  /** `chosenIds` get a copy each. `shownId` is the account whose folders are shown. */
  const startId = opened.suggestion?.accountId ?? opened.accountId;
  const alsoIds = opened.suggestion?.also?.map(({ accountId }) => accountId) ?? [];
  const [ids, setChosenIds] = useDraft<readonly string[]>('accounts', [startId, ...alsoIds]);
  // Another page may remove one. The user chooses which account gets the links instead.
  const chosenIds = ids.filter((id) => accounts.some((account) => account.id === id));
  const [latestId, setShownId] = useDraft('account', startId);
  const shownId = chosenIds.includes(latestId) ? latestId : (chosenIds[0] ?? latestId);
  const [picks, setPicks] = useState<Readonly<Record<string, PickedFolder>>>({});
  const setPick = useCallback(
    (id: string, pick: PickedFolder) => setPicks((all) => ({ ...all, [id]: pick })),
    [],
  );
  const { folder, isByRule, isPinned: isKnownPin } = picks[shownId] ?? noChoice;
  const canUpload = chosenIds.length > 0 && chosenIds.every((id) => picks[id]?.canUpload);
  const { notice, show, run } = useFeedback();
  useHint(notice, show, t('picker.noFolder'), canUpload);
  const [isPinned, setPinned] = useDraft('pin', false);
  const [title, setTitle] = useDraft('title', opened.suggestion?.title ?? '');
  const [rule, setRule] = useDraft<PickedRule | null>('rule', null);
  const [via, setVia] = useDraft('via', opened.private ? 'service' : opened.suggestion?.via);
  const isPrivateFetch =
    opened.reason === 'private' || (opened.private && opened.suggestion?.via === 'browser');
  const [stage, setStage] = useState<'choosing' | 'busy' | 'done'>('choosing');
  const [sent, setSent] = useState<readonly SentTo[]>([]);
  const subjects = opened.private ? [] : findRuleSubjects(opened.links);
  const [patternTitles, setPatternTitles] = useDraft<PatternTitles>('titles', {});
  const titled = withTitles(opened.links, title, patternTitles);

  async function upload(links = titled, isMove = false) {
    if (stage !== 'choosing' || patternFault(rule?.titlePattern ?? '') !== null) return;
    if (!canUpload) {
      show({ tone: 'warn', text: t('picker.noFolder') });
      return;
    }
    // Within the click, before any `await`, as browsers require. If denied, the upload's row asks again.
    const asked = via === 'browser' && requestHost(...new Set(links.map(({ url }) => toHostPattern(url))));
    setStage('busy');
    let [isWhole, isAllHeld] = [false, false];
    let held = null as NoticeContent | null;
    const others = chosenIds.flatMap((accountId) => {
      const pick = picks[accountId];
      return pick === undefined || accountId === shownId ? [] : { accountId, folder: pick.folder };
    });
    const isOtherAccount = shownId !== opened.accountId;
    const made = rule && {
      ...rule,
      // So that the rule also applies to links from other accounts.
      ...(isOtherAccount && { isForAll: true }),
      ...(via === 'browser' && { via }),
    };
    const request = {
      requestId,
      folder,
      pin: isPinned,
      titles: typedTitles(links),
      ...(isMove && { isMove }),
      via,
      ...(isOtherAccount && { accountId: shownId }),
      ...(others.length > 0 && { others }),
      ...(made && { rule: made }),
    };
    let copies: readonly SentTo[] = [];
    // Held-back links stay in the request. Sending it again uploads them anyway.
    await run(send('picker.send', request), (outcome) => {
      isWhole = outcome.duplicates.length === 0;
      copies = outcome.sent ?? [];
      isAllHeld = outcome.queued === 0 && outcome.invalid.length === 0;
      const notice = sentNotice(outcome, folder, () => again.current(links));
      if (isWhole) return isMove ? { ...notice, text: describeMove(known, folder, links) } : notice;
      held = notice;
      return null;
    });
    // The form takes over the held-back links.
    if (held && (await onHeld())) held = isAllHeld ? null : { ...held, action: undefined };
    const all = mergeCopies([...sent, ...copies]);
    setSent(all);
    // The window stays open until the user responds to the prompt.
    await Promise.resolve(asked).catch(() => {});
    setStage(isWhole ? 'done' : 'choosing');
    if (held) show(held);
    // Each copy has its own undo.
    if (isWhole && all.length === 0) onDone();
  }
  const { known = [] } = opened;
  const pageProblem = pageProblems[opened.reason];
  // Bulk jobs are stored, so private links can't be moved. The ref sees the folder of the latest render.
  const again = useRef(upload);
  again.current = upload;
  const canMove = canUpload && !opened.private && chosenIds.length === 1 && shownId === opened.accountId;
  const sendLabel = opened.reason === 'duplicate' ? 'picker.again' : 'picker.upload';
  const confirmLabel = isPrivateFetch ? 'uploads.throughService' : sendLabel;
  return (
    <>
      {opened.reason === 'duplicate' && (
        <Notice
          tone="warn"
          isQuestion
          text={describeKnown(known) ?? plural('picker.duplicate', opened.links.length)}
          action={(canMove && createMoveAction(known, folder, () => upload(titled, true))) || undefined}
        >
          <OpenFolder uploadIds={known.map(({ id }) => id)} show={show} />
        </Notice>
      )}
      {pageProblem && <Notice tone="warn" text={t(pageProblem)} />}
      {isPrivateFetch && <Notice tone="warn" text={t('source.private')} />}
      <Links links={titled} />
      {opened.clicked !== null && <p class="tone-warn">{t('picker.unusable')}</p>}
      <Quote text={opened.clicked} />
      <TitleChoice
        links={opened.links}
        accountId={opened.accountId}
        via={via}
        copies={chosenIds.length}
        folder={folder}
        title={title}
        onTitle={setTitle}
        patternTitles={patternTitles}
        onPattern={(change) => setPatternTitles((before) => ({ ...before, ...change }))}
      />
      {chosenIds.length === 0 && <Notice tone="warn" text={t('problem.noAccount')} />}
      {(accounts.length > 1 || chosenIds.length === 0) && (
        <AccountChoice
          accounts={accounts}
          chosenIds={chosenIds}
          shownId={shownId}
          isFixed={stage === 'done' || sent.length > 0}
          onChange={(ids, shown) => {
            setChosenIds(ids);
            setShownId(shown);
          }}
        />
      )}
      {chosenIds.map((id) => (
        <div key={id} class="column picker-folders" hidden={id !== shownId}>
          <AccountFolders accountId={id} opened={opened} onPick={setPick} onConfirm={() => void upload()} />
        </div>
      ))}
      <NoticeArea notice={notice} show={show} />
      <div class="picker-choices stack gap-1">
        {isByRule && <p class="small tone-quiet">{t('picker.byRule', { folder: folderName(folder) })}</p>}
        {subjects.length > 0 && !isByRule && (
          <RuleChoice subjects={subjects} folder={folder} rule={rule} onChange={setRule} />
        )}
        {/* Private links can't be fetched here. */}
        {!opened.private && opened.links.every(({ url }) => /^https?:/u.test(url)) && (
          <BrowserToggle
            checked={via === 'browser'}
            onChange={(isOn) => setVia(isOn ? 'browser' : 'service')}
          />
        )}
        {!isKnownPin && (
          <Toggle
            label={t('picker.pin')}
            hint={unlessPhone(t('options.pinnedHint')) || undefined}
            checked={isPinned}
            onChange={setPinned}
          />
        )}
      </div>
      {stage === 'done' &&
        sent.map((each) => <SentCopy key={each.accountId} sent={each} accounts={accounts} />)}
      <div class="picker-footer">
        <DialogButtons
          confirmLabel={t(confirmLabel)}
          isBusy={stage === 'busy'}
          disabled={stage === 'done' || !canUpload}
          onConfirm={() => upload()}
          onCancel={onClose}
          isOver={stage === 'done' || sent.length > 0}
        />
      </div>
    </>
  );
}

/** An account may hold links back at first and get them later. */
export function mergeCopies(copies: readonly SentTo[]): readonly SentTo[] {
  const merged = new Map<string, SentTo>();
  for (const copy of copies) {
    const undo = [...(merged.get(copy.accountId)?.undo ?? []), ...copy.undo];
    if (undo.length > 0) merged.set(copy.accountId, { ...copy, undo });
  }
  return [...merged.values()];
}

interface AccountChoiceProps {
  readonly accounts: readonly Account[];
  readonly chosenIds: readonly string[];
  readonly shownId: string;
  readonly isFixed: boolean;
  readonly onChange: (chosenIds: readonly string[], shownId: string) => void;
}

function AccountChoice({ accounts, chosenIds, shownId, isFixed, onChange }: AccountChoiceProps) {
  const chosen = accounts.filter(({ id }) => chosenIds.includes(id));
  function toggle(id: string, isOn: boolean) {
    const ids = isOn ? [...chosenIds, id] : chosenIds.filter((each) => each !== id);
    // At least one account stays chosen.
    if (ids.length > 0) onChange(ids, isOn ? id : id === shownId ? (ids[0] ?? id) : shownId);
  }
  return (
    <div class="stack gap-2">
      <fieldset class="row wrap gap-4" aria-label={t('options.accounts')}>
        {accounts.map((account) => (
          <Toggle
            key={account.id}
            label={getAccountLabel(account, accounts)}
            checked={chosenIds.includes(account.id)}
            disabled={isFixed}
            onChange={(isOn) => toggle(account.id, isOn)}
          />
        ))}
      </fieldset>
      {chosen.length > 1 && (
        <RadioGroup
          label={t('picker.foldersOf')}
          kind="segment"
          value={shownId}
          choices={chosen.map((account) => [account.id, getAccountLabel(account, accounts)])}
          onChange={(id) => onChange(chosenIds, id)}
        />
      )}
    </div>
  );
}

function SentCopy({ sent, accounts }: { sent: SentTo; accounts: readonly Account[] }) {
  const pageApi = usePageApi();
  const feedback = useFeedback();
  const account = accounts.find(({ id }) => id === sent.accountId);
  const location = joinFacts([account ? getAccountLabel(account, accounts) : null, folderName(sent.folder)]);
  const [first] = useState(() =>
    recordChange(
      { account: { id: sent.accountId }, pageApi, feedback },
      { text: location, undoneText: cancelledText([sent.folder]) },
      sent.undo,
    ),
  );
  // The notice has the Undo button.
  return (
    <div role="status">
      <Notice {...(feedback.notice ?? first)} />
    </div>
  );
}

const maxNamedLinks = 2;

function Links({ links }: { links: readonly LinkDraft[] }) {
  const rest = links.length - maxNamedLinks;
  return (
    <section class="stack" aria-label={plural('picker.links', links.length)}>
      {links.slice(0, maxNamedLinks).map(({ url, title, typedTitle = title }) => (
        <div key={url}>
          <p class="strong one-line" dir="auto" title={typedTitle ?? url}>
            {typedTitle ?? titleFromAddress(url)}
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

/** An empty pattern keeps titles unchanged. */
type PickedRule = RuleSubject & { readonly titlePattern: string };

interface RuleChoiceProps {
  readonly subjects: readonly RuleSubject[];
  readonly folder: FolderRef;
  readonly rule: PickedRule | null;
  readonly onChange: (rule: PickedRule | null) => void;
}

/** "Always for videos from example.com": makes a rule of the current choice, titles included. */
function RuleChoice({ subjects, folder, rule, onChange }: RuleChoiceProps) {
  const titlePattern = rule?.titlePattern ?? '';
  return (
    <>
      {subjects.map((subject) => (
        <Toggle
          key={subject.isPageHost}
          label={alwaysText(subject)}
          hint={
            subject.isPageHost ? t('rules.isPageHost') : t('rules.alwaysLike', { folder: folderName(folder) })
          }
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
    </>
  );
}

interface PickedFolder {
  readonly folder: FolderRef;
  /** A rule chose the folder. */
  readonly isByRule: boolean;
  readonly isPinned: boolean;
  readonly canUpload: boolean;
}

const noChoice: PickedFolder = { folder: rootFolder, isByRule: false, isPinned: true, canUpload: false };

interface AccountFoldersProps {
  readonly accountId: string;
  readonly opened: OpenedPickerRequest;
  readonly onPick: (accountId: string, pick: PickedFolder) => void;
  readonly onConfirm: () => void;
}

function AccountFolders(props: AccountFoldersProps) {
  const shortlist = useShortlistOf(props.accountId);
  return shortlist && <FolderChoice {...props} shortlist={shortlist} />;
}

/** A rule's suggestion or the default, until the user chooses. */
function FolderChoice(props: AccountFoldersProps & { readonly shortlist: FolderShortlist }) {
  const { accountId, opened, shortlist, onPick, onConfirm } = props;
  const { suggestion: own } = opened;
  const [kept, keep] = useDraft<FolderRef | null>(`folder ${accountId}`, null);
  const [start] = useState(kept);
  const found = [own, ...(own?.also ?? [])].find((each) => each?.accountId === accountId) ?? null;
  const suggestion = start ? { folder: start } : found;
  const newFolderName = accountId === opened.accountId && !start ? opened.newFolderName : undefined;
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
  const isSuggested = suggestion !== null && !isChosen;
  const isByRule = isSuggested && !start && !own?.isDefault;
  // A rule's folder may not be listed yet.
  const folder = isSuggested ? suggestion.folder : selectedFolder(live);
  const canUpload = live.canChoose || (isSuggested && live.newName === null);
  const { pinned } = shortlist;
  const isPinned = pinned.some(({ id }) => id === folder.id);
  useLayoutEffect(() => {
    onPick(accountId, { folder, isByRule, canUpload, isPinned });
    if (isChosen && canUpload) keep(folder);
  }, [accountId, folder.id, folder.name, isChosen, isByRule, canUpload, isPinned]);
  return <FolderPanel live={live} pinned={pinned} onConfirm={onConfirm} />;
}
