import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { CollectedLink } from '../../lib/links/collected-link.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { AddOutcome } from '../../lib/protocol.ts';
import { hasEnded, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { kindName } from '../add-links/link-kinds.ts';
import { typedTitles, withTitles } from '../add-links/links-input.ts';
import { TitleChoice } from '../add-links/TitleChoice.tsx';
import { sentNotice } from '../add-links/wording.ts';
import { Button } from '../button/Button.tsx';
import { Empty } from '../empty/Empty.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { Icon } from '../icons/Icon.tsx';
import { readKey } from '../keys/key-press.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback, useHint } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { format, plural, t } from '../text.ts';
import { CollectFilters } from './CollectFilters.tsx';
import { CollectList, type LinkStatus } from './CollectList.tsx';
import { fromDraft, toDraft } from './collect-draft.ts';
import { createLinkFilter, isFiltering, noFilter } from './link-filter.ts';
import { addLinks, emptySelection, removeLinks, selectRange, toggleLink } from './link-selection.ts';

interface CollectChoiceProps {
  readonly collection: string;
  readonly accountId: string;
  readonly links: readonly CollectedLink[];
  readonly pageUrl: string;
  readonly pageTitle: string;
  readonly shortlist: FolderShortlist;
  /** Null until read. */
  readonly items: readonly UploadItem[] | null;
}

export function CollectChoice(props: CollectChoiceProps) {
  const { collection, accountId, links, pageUrl, pageTitle, shortlist, items } = props;
  const pageApi = usePageApi();
  const { send, drafts: allDrafts } = pageApi;
  const feedback = useFeedback();
  const { notice, show, run } = feedback;
  const draftName = `collect ${collection}`;
  const [kept] = useState(() => fromDraft(allDrafts.get(draftName), links));
  const [filter, setFilter] = useState(kept.filter);
  const [selection, setSelection] = useState(() => ({ ...emptySelection, chosen: kept.chosen }));
  const [marks, setMarks] = useState<ReadonlyMap<string, LinkStatus>>(new Map());
  const [chosenFolder, setChosenFolder] = useState(kept.folder);
  const [isBusy, setBusy] = useState(false);
  const [typed, setTyped] = useState(kept.typed);
  const [patternTitles, setPatternTitles] = useState(kept.patternTitles);

  const findRow = useFollowedRows(items);
  const search = useMemo(() => createLinkFilter(links), [links]);
  const found = useMemo(() => search(filter), [search, filter]);
  const [isPagesOpen, setPagesOpen] = useState(kept.isPagesOpen);
  const { listed, foldedCount } = useMemo(() => {
    const { media, pages } = splitPages(found.links);
    const foldedCount =
      isFiltering(filter) || media.length === 0 || pages.length < minFolded ? 0 : pages.length;
    return { listed: foldedCount > 0 && !isPagesOpen ? media : [...media, ...pages], foldedCount };
  }, [found, filter, isPagesOpen]);
  const shown = useMemo(() => listed.map(({ url }) => url), [listed]);
  const { chosen } = selection;
  // A reload may come as soon as the choice is shown.
  useLayoutEffect(() => {
    const choices = { chosen, filter, folder: chosenFolder, typed, patternTitles, isPagesOpen };
    allDrafts.set(draftName, toDraft(choices, links));
  }, [links, chosen, filter, chosenFolder, typed, patternTitles, isPagesOpen]);
  const hiddenCount = chosen.size - shown.filter((url) => chosen.has(url)).length;
  const isAllChosen = shown.length > 0 && shown.every((url) => chosen.has(url));
  const folder = chosenFolder ?? shortlist.default;

  const drafts = useMemo(
    () =>
      links
        .filter(({ url }) => chosen.has(url))
        .map(({ url, title }): LinkDraft => ({ url, title: title ?? undefined, pageUrl, pageTitle })),
    [links, chosen, pageUrl, pageTitle],
  );
  const title = (typed?.url === drafts[0]?.url && typed?.typedTitle) || '';

  function addToQueue(
    batch: readonly LinkDraft[],
    anyway: boolean,
    only?: AddOutcome['heldBy'],
  ): Promise<boolean> {
    const sentUrls = batch.map(({ url }) => url);
    const request = {
      collection,
      urls: sentUrls,
      folder: chosenFolder ?? undefined,
      anyway,
      only,
      titles: typedTitles(batch),
    };
    const sending = send('collect.send', request).catch((error: unknown) => {
      if (toProblem(error).code === 'gone') return null;
      throw error;
    });
    return run(sending, (outcome) => {
      if (outcome === null) return { tone: 'bad', text: t('collect.gone') };
      const duplicates = new Set(outcome.duplicates);
      const sent = sentUrls.filter((url) => !duplicates.has(url));
      const marked = sentUrls
        .filter((url) => !outcome.heldPrivate?.includes(url))
        .map((url) => [url, duplicates.has(url) ? 'known' : 'queued'] as const);
      setMarks((current) => new Map([...current, ...marked]));
      // Links held back, or selected meanwhile, stay selected.
      setSelection((current) => removeLinks(current, sent));
      const duplicateDrafts = batch.filter(({ url }) => duplicates.has(url));
      const sendAnyway = () => latestAdd.current(duplicateDrafts, true, outcome.heldBy);
      const onMoved = () => setSelection((current) => removeLinks(current, outcome.duplicates));
      const context = { account: { id: accountId }, pageApi, feedback, links: batch, onMoved };
      return sentNotice(outcome, folder, sendAnyway, context);
    });
  }

  useHint(notice, show, t('collect.nothing'), chosen.size > 0);
  useLayoutEffect(() => {
    // The pressed button becomes disabled and would lose the focus.
    if (chosen.size === 0 && document.activeElement?.matches('.collect-choice .button:disabled'))
      document.querySelector<HTMLElement>('.collect-choice [role="option"][tabindex="0"]')?.focus();
  }, [chosen.size === 0]);

  // The user may choose another folder before sending again.
  const latestAdd = useRef(addToQueue);
  latestAdd.current = addToQueue;

  async function upload(batch: readonly LinkDraft[] = withTitles(drafts, title, patternTitles)) {
    if (isBusy) return;
    if (batch.length === 0) {
      show({ tone: 'warn', text: t('collect.nothing') });
      return;
    }
    setBusy(true);
    if (await addToQueue(batch, false)) setTyped((current) => (current === typed ? null : current));
    setBusy(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    const target = event.target as Element;
    // Dialogs handle it themselves.
    if (press?.chord === 'mod+Enter' && target.closest('dialog') === null) {
      event.preventDefault();
      void upload();
    } else if (press?.key === 'ArrowDown' && target.matches('[type="search"]')) {
      event.preventDefault();
      (event.currentTarget as Element).querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of all controls inside
    <div class="collect-choice panes" onKeyDown={onKeyDown}>
      <CollectFilters filter={filter} found={found} onChange={setFilter} />
      <section class="column" aria-label={t('collect.list')}>
        <div class="collect-tools row wrap">
          <p class="collect-count numbers tone-quiet" role="status">
            {found.isClosest && <span class="visually-hidden">{t('files.closest')} </span>}
            {isFiltering(filter)
              ? plural('collect.shown', found.links.length, { total: format.number(links.length) })
              : plural('collect.links', links.length)}
          </p>
          {isFiltering(filter) ? (
            <Button
              disabled={shown.length === 0}
              onClick={() => setSelection((isAllChosen ? removeLinks : addLinks)(selection, shown))}
            >
              {plural(isAllChosen ? 'collect.shownDeselect' : 'collect.shownSelect', shown.length)}
            </Button>
          ) : (
            <Button onClick={() => setSelection(addLinks(selection, shown))}>{t('collect.all')}</Button>
          )}
          <Button disabled={chosen.size === 0} onClick={() => setSelection(emptySelection)}>
            {t('collect.noneChosen')}
          </Button>
        </div>
        {found.links.length === 0 ? (
          <Empty
            icon="search"
            title={t('collect.noMatch')}
            action={{ label: t('collect.clear'), onClick: () => setFilter(noFilter) }}
          />
        ) : (
          <CollectList
            links={listed}
            hasSources={found.sources.length > 1}
            chosen={chosen}
            titles={patternTitles.titles}
            marks={marks}
            findRow={findRow}
            onToggle={(url) => setSelection((current) => toggleLink(current, url))}
            onRange={(url) => setSelection((current) => selectRange(current, shown, url))}
            onAll={() => setSelection((current) => addLinks(current, shown))}
          />
        )}
        {foldedCount > 0 && (
          <button
            type="button"
            class="collect-fold bare-button row tone-quiet inset-ring"
            aria-expanded={isPagesOpen}
            onClick={() => setPagesOpen(!isPagesOpen)}
          >
            <Icon name="down" class={isPagesOpen ? '' : 'collect-folded'} />
            <span class="medium">{kindName('page')}</span>
            <span class="note">{format.number(foldedCount)}</span>
          </button>
        )}
      </section>
      <footer class="full-row stack inset-wide line-above">
        <NoticeArea notice={notice} show={show} />
        <div class="collect-send row wrap">
          <p class="collect-count tone-quiet" role="status">
            {chosen.size > 0 && plural('collect.chosen', chosen.size)}
            {hiddenCount > 0 && <span class="hidden-count">{plural('collect.hidden', hiddenCount)}</span>}
          </p>
          <TitleChoice
            links={drafts}
            accountId={accountId}
            folder={folder}
            title={title}
            onTitle={(typedTitle) => setTyped({ url: drafts[0]?.url ?? '', typedTitle })}
            patternTitles={patternTitles}
            onPattern={(change) => setPatternTitles((before) => ({ ...before, ...change }))}
          />
          <FolderButton
            folder={folder}
            shortlist={shortlist}
            accountId={accountId}
            newFolderName={pageTitle}
            onChange={setChosenFolder}
          />
          <Button kind="primary" isBusy={isBusy} disabled={chosen.size === 0} onClick={() => upload()}>
            {chosen.size === 0 ? t('collect.uploadNone') : plural('collect.upload', chosen.size)}
          </Button>
        </div>
      </footer>
    </div>
  );
}

/** Fewer pages aren't worth folding. */
const minFolded = 10;

/** People collect a page for its files, so links to pages come last. */
function splitPages(links: readonly CollectedLink[]) {
  const { media = [], pages = [] } = Object.groupBy(links, ({ kind }) =>
    kind === 'page' ? 'pages' : 'media',
  );
  return { media, pages };
}

/** The newest upload of each address. Ended ones are kept after they leave the list. */
function useFollowedRows(items: readonly UploadItem[] | null): (url: string) => UploadItem | undefined {
  const ended = useRef(new Map<string, UploadItem>()).current;
  const current = new Map<string, UploadItem>();
  for (const item of items ?? []) {
    const { url, createdAtMs } = item.upload;
    const other = current.get(url);
    if (other === undefined || other.upload.createdAtMs <= createdAtMs) current.set(url, item);
  }
  for (const [url, item] of current) {
    if (hasEnded(item.state)) ended.set(url, item);
    else ended.delete(url);
  }
  return (url) => current.get(url) ?? ended.get(url);
}
