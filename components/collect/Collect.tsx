/** "Upload links of this page…": every link of a page, to choose from. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useShortlistOf, useUploadsOf } from '#page/account-hooks.ts';
import { readableAddress } from '../../lib/links/address-title.ts';
import type { Collection, Problem } from '../../lib/protocol.ts';
import { toUploadItems } from '../../lib/uploads/upload-items.ts';
import { Button } from '../button/Button.tsx';
import { PrivateDrafts } from '../drafts/PrivateDrafts.tsx';
import { Empty } from '../empty/Empty.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { namedList } from '../format/named-list.ts';
import { Logo } from '../icons/Logo.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { NoticeStack, type NoticeStackProps } from '../notice/NoticeStack.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { format, plural, t } from '../text.ts';
import { CollectChoice } from './CollectChoice.tsx';
import './collect.css';

interface CollectProps {
  readonly collection: string;
  /** Asks for permission to read tabs' addresses. Call it directly within the click. Resolves to whether it is granted. */
  readonly requestTabs: () => Promise<boolean>;
  readonly onUploads: () => void;
}

export function Collect(props: CollectProps) {
  const { collection, onUploads } = props;
  const { send } = usePageApi();
  const [opened, setOpened] = useState<Collection | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const feedback = useFeedback();
  const accountId = opened?.accountId ?? null;
  const shortlist = useShortlistOf(accountId);
  const uploads = useUploadsOf(accountId);
  const items = useMemo(() => uploads && toUploadItems(uploads), [uploads]);

  function open() {
    setProblem(null);
    send('collect.open', { collection }).then(setOpened, (error) => setProblem(toProblem(error)));
  }
  useEffect(open, [send, collection]);

  async function addTabs() {
    const isAllowed = await props.requestTabs();
    if (!isAllowed) return feedback.show({ tone: 'warn', text: t('collect.tabsDenied') });
    await feedback.run(send('collect.addTabs', { collection }), (found) => {
      setOpened(found);
      return null;
    });
  }

  return (
    <div class="collect column">
      <header class="row gap-3 inset-wide line-below">
        <Logo size={32} />
        <div class="grow">
          <h1 class="heading one-line" dir="auto" title={opened?.pageTitle}>
            {opened ? t('collect.heading', { title: getPageName(opened) }) : t('collect.title')}
          </h1>
          {opened && (
            <p class="url small tone-quiet one-line" dir="ltr" title={opened.pageUrl}>
              {readableAddress(opened.pageUrl)}
            </p>
          )}
        </div>
        <Button kind="quiet" icon="arriving" onClick={onUploads}>
          {t('collect.uploads')}
        </Button>
      </header>
      <main class="collect-main column">
        {problem?.code === 'gone' && (
          <div class="middle" role="alert">
            <Empty
              icon="links"
              title={t('empty.failed')}
              text={t('collect.gone')}
              action={{ label: t('collect.uploads'), onClick: onUploads }}
            />
          </div>
        )}
        {problem && problem.code !== 'gone' && <LoadFailure problem={problem} onRetry={open} />}
        {problem === null && opened === null && (
          <p class="collect-quiet tone-quiet">{t('collect.loading')}</p>
        )}
        {opened !== null && <NoticeStack notices={pageNotices(opened, addTabs)} />}
        <NoticeArea {...feedback} />
        {opened?.links.length === 0 && (
          <Empty
            icon="links"
            title={t('collect.none')}
            text={t('collect.noneText')}
            action={{ label: t('collect.uploads'), onClick: onUploads }}
          />
        )}
        {opened !== null && opened.links.length > 0 && shortlist !== null && (
          <PrivateDrafts isPrivate={opened.private}>
            <CollectChoice
              collection={collection}
              accountId={opened.accountId}
              links={opened.links}
              pageUrl={opened.pageUrl}
              pageTitle={opened.pageTitle}
              shortlist={shortlist}
              items={items}
            />
          </PrivateDrafts>
        )}
      </main>
    </div>
  );
}

const pageNotices = (
  { tabIds, hiddenCount, frames = [], tabsLeftOut }: Collection,
  addTabs: () => unknown,
): NoticeStackProps['notices'] => [
  tabIds && {
    tone: 'info',
    text: t('collect.tabs'),
    action: { label: t('collect.addTabs'), onClick: addTabs },
  },
  hiddenCount > 0 && { tone: 'warn', text: plural('collect.left', hiddenCount) },
  frames.length > 0 && {
    tone: 'warn',
    text: t('collect.frames', { list: format.list(frames.slice(0, 5)) }),
  },
  tabsLeftOut && { tone: 'warn', text: t('collect.tabsLeftOut', { list: namedList(tabsLeftOut) }) },
];

function getPageName({ pageTitle, pageUrl, links }: Collection): string {
  return pageTitle.trim() || URL.parse(pageUrl)?.host || format.number(links.length);
}
