import { useMemo, useState } from 'preact/hooks';
import { useActivity } from '#page/page-data.ts';
import { useStorageProblems } from '#page/storage-problems.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/activity.ts';
import { Question } from '../dialog/Dialog.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Empty } from '../empty/Empty.tsx';
import { Field } from '../field/Field.tsx';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { dates } from '../format/dates.ts';
import { createAction, dangerous } from '../menu/action.ts';
import { Menu } from '../menu/Menu.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Feedback, useViewFeedback } from '../notice/useFeedback.ts';
import { useAccountPage, usePageApi } from '../page-api.ts';
import { isActivityProblem } from '../problem/problem.ts';
import { downloadText, fileName } from '../save-as-file.ts';
import { plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { linksText } from '../uploads/links-text.ts';
import { ActivityList } from './ActivityList.tsx';
import { activityActions } from './activity-actions.ts';
import { toRows } from './activity-rows.ts';
import {
  createActivitySearch,
  findUnresolvedFailures,
  type OutcomeFilter,
  outcomeFilters,
} from './activity-search.ts';
import { entryFolderName, entrySentence, outcomeName } from './wording.ts';
import './activity.css';

const noEntries: readonly ActivityEntry[] = [];

interface ActivityProps {
  readonly accounts: readonly Account[];
  /** Shows failures after the view was left. */
  readonly feedback: Feedback;
}

export function Activity({ accounts, ...props }: ActivityProps) {
  const entries = useActivity();
  // Another notice explains why.
  const isUnreadable = useStorageProblems().some(isActivityProblem);
  const pageApi = usePageApi();
  const page = useAccountPage();
  const feedback = useViewFeedback(props.feedback);
  const [typed, setTyped] = useDraft('activity search', '');
  const [filter, setFilter] = useDraft<OutcomeFilter>('activity filter', 'all');
  const [isAsking, setAsking] = useState(false);

  const search = useMemo(
    () => createActivitySearch(toRows(entries ?? noEntries), entryFolderName),
    [entries],
  );
  const found = useMemo(() => search(typed, filter), [search, typed, filter]);
  const context = { accounts, pageApi, page, feedback };
  const exportAll = () => exportFailed(entries ?? noEntries, pageApi.now(), feedback.show);

  if (entries === null) return isUnreadable ? null : <UploadsSkeleton />;
  return (
    <div class="activity column">
      {entries.length === 0 && (
        <Empty icon="history" title={t('activity.empty.title')} text={t('activity.empty.text')} />
      )}
      {entries.length > 0 && (
        <>
          <div class="activity-tools split">
            <Field label={t('activity.search')} kind="search" value={typed} onInput={setTyped} />
            <Menu
              label={t('activity.more')}
              groups={() => [
                [createAction('export', 'document', t('activity.exportFailed'), exportAll)],
                [dangerous(createAction('clear', 'trash', t('activity.clear'), () => setAsking(true)))],
              ]}
            />
            <RadioGroup
              class="full-row"
              label={t('activity.outcome')}
              kind="chip"
              value={filter}
              choices={outcomeFilters.map((each) => [each, outcomeName(each)])}
              onChange={setFilter}
            />
          </div>
          <p class="visually-hidden" role="status">
            {plural('activity.count', found.length)}
          </p>
          {found.length > 0 && (
            <ActivityList
              rows={found}
              accounts={accounts}
              actionsFor={({ latest }) => activityActions(latest, context)}
            />
          )}
          {found.length === 0 && (
            <Empty
              icon="search"
              title={t('activity.noMatch')}
              action={{
                label: t('activity.showAll'),
                onClick: () => {
                  setTyped('');
                  setFilter('all');
                },
              }}
            />
          )}
        </>
      )}
      <div class="outcome">
        <NoticeArea {...feedback} />
      </div>
      {isAsking && (
        <Question
          title={t('activity.askClear.title')}
          text={t('activity.askClear.text')}
          confirmLabel={t('activity.askClear.confirm')}
          onClose={() => setAsking(false)}
          onConfirm={() => feedback.run(pageApi.send('activity.clear', {}), () => t('activity.cleared'))}
        />
      )}
    </div>
  );
}

function exportFailed(entries: readonly ActivityEntry[], now: number, show: Feedback['show']): void {
  const failed = findUnresolvedFailures(entries);
  if (failed.length === 0) {
    show({ tone: 'info', text: t('activity.noneFailed') });
    return;
  }
  const heading = plural('activity.exportHeading', failed.length, { when: dates.full(now) });
  const links = failed.map((entry) => ({
    url: entry.url,
    comments: [entry.title, entrySentence(entry), dates.full(entry.atMs)],
  }));
  downloadText(fileName('failed', now), linksText(heading, links));
  show({ tone: 'good', text: plural('queue.exported', failed.length) });
}
