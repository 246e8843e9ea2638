/** A listbox with one tab stop. Draws the visible rows and the focused one. */
import { readableAddress, titleFromAddress } from '../../lib/links/address-title.ts';
import type { CollectedLink } from '../../lib/links/collected-link.ts';
import type { LinkKind } from '../../lib/links/link-kind.ts';
import { hasEnded, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { kindIcon, kindName } from '../add-links/link-kinds.ts';
import { Icon } from '../icons/Icon.tsx';
import { readKey } from '../keys/key-press.ts';
import { Listbox } from '../list/Listbox.tsx';
import { useList } from '../list/useList.ts';
import { useNow } from '../page-api.ts';
import { format, t } from '../text.ts';
import { statusIcons } from '../uploads/status-icons.ts';
import { statusText } from '../uploads/wording.ts';
import { sourceName } from './CollectFilters.tsx';
import '../field/field.css';

/** What happened to a link since the page was opened. */
export type LinkStatus = 'queued' | 'known';

interface CollectListProps {
  readonly links: readonly CollectedLink[];
  /** Shows in each row where the link was found. */
  readonly hasSources: boolean;
  readonly chosen: ReadonlySet<string>;
  /** By address. */
  readonly titles: Readonly<Record<string, string>> | undefined;
  readonly marks: ReadonlyMap<string, LinkStatus>;
  readonly findRow: (url: string) => UploadItem | undefined;
  readonly onToggle: (url: string) => void;
  readonly onRange: (url: string) => void;
  readonly onAll: () => void;
}

const rowHeight = 48;

export function CollectList({
  links,
  hasSources,
  chosen,
  titles,
  marks,
  findRow,
  onToggle,
  onRange,
  onAll,
}: CollectListProps) {
  const nowMs = useNow(10);
  const list = useList(
    links.map(({ url }) => url),
    rowHeight,
  );

  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    if (press?.chord === 'mod+a') {
      event.preventDefault();
      return onAll();
    }
    if (!press || press.mod || press.alt) return;
    const url = links[list.at]?.url ?? '';
    if (press.key === ' ') {
      event.preventDefault();
      return press.shift ? onRange(url) : onToggle(url);
    }
    const ends: Readonly<Record<string, number>> = { Home: 0, End: links.length - 1 };
    const to = ends[press.key] ?? list.targetOf(press.key);
    if (to === undefined) return;
    event.preventDefault();
    list.moveTo(to, true);
    const link = links[to];
    if (press.shift && link) onRange(link.url);
  }

  return (
    <Listbox
      class="collect-scroll"
      label={t('collect.list')}
      count={links.length}
      list={list}
      isMultiple
      onKeyDown={onKeyDown}
      option={(index) => {
        const link = links[index];
        if (!link) return null;
        const { url } = link;
        return {
          key: url,
          class: 'collect-link row hover-raised inset-ring',
          'aria-selected': chosen.has(url),
          onClick(event) {
            list.moveTo(index, true);
            if (event.shiftKey) onRange(url);
            else onToggle(url);
          },
          children: (
            <LinkSummary
              link={link}
              madeTitle={titles?.[url]}
              hasSource={hasSources}
              isChosen={chosen.has(url)}
              mark={marks.get(url)}
              item={findRow(url)}
              nowMs={nowMs}
            />
          ),
        };
      }}
    />
  );
}

interface LinkSummaryProps {
  readonly link: CollectedLink;
  readonly madeTitle: string | undefined;
  readonly hasSource: boolean;
  readonly isChosen: boolean;
  readonly mark: LinkStatus | undefined;
  readonly item: UploadItem | undefined;
  readonly nowMs: number;
}

function LinkSummary({ link, madeTitle, hasSource, isChosen, mark, item, nowMs }: LinkSummaryProps) {
  const title = madeTitle || (link.title ?? titleFromAddress(link.url));
  return (
    <>
      <span class="check center">{isChosen && <Icon name="check" />}</span>
      <Icon name={kindIcon(link.kind)} class="tone-quiet" />
      <span class="visually-hidden">{kindName(link.kind)}</span>
      <span class="collect-text stack gap-0 grow">
        <span class="collect-title medium one-line" dir="auto" title={title}>
          {title}
        </span>
        <span class="url small tone-quiet one-line" dir="ltr" title={link.url}>
          {readableAddress(link.url)}
        </span>
      </span>
      <span class="collect-notes small">
        {hasSource && <span class="collect-source tone-quiet one-line">{sourceName(link.source)}</span>}
        <LinkNote kind={link.kind} mark={mark} item={item} nowMs={nowMs} />
      </span>
    </>
  );
}

type NoteProps = Pick<LinkSummaryProps, 'mark' | 'item' | 'nowMs'> & { readonly kind: LinkKind };

/** The upload's progress, otherwise a warning about the kind of link. */
function LinkNote({ kind, mark, item, nowMs }: NoteProps) {
  if (mark !== undefined && item !== undefined) {
    const share = item.progress?.share ?? null;
    const isEnded = hasEnded(item.state);
    const text = isEnded
      ? statusText(item, nowMs)
      : share === null
        ? t('collect.queued')
        : format.percent(share);
    const [, tone] = statusIcons[item.state];
    return (
      <span class={`one-line tone-${isEnded ? tone : 'good'}`} title={text}>
        {text}
      </span>
    );
  }
  if (mark === 'queued') return <span class="tone-good">{t('collect.queued')}</span>;
  if (mark === 'known') return <span class="tone-warn">{t('collect.known')}</span>;
  if (kind === 'playlist') return <span class="tone-warn">{t('collect.playlist')}</span>;
  if (kind === 'feed') return <span class="tone-warn">{t('collect.feed')}</span>;
  return null;
}
