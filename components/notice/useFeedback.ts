import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { useOnRecovery } from '../page-api.ts';
import type { AboutUploads } from './about-uploads.ts';
import type { NoticeContent } from './Notice.tsx';

export interface Feedback {
  readonly notice: NoticeContent | null;
  /** @param only the notice is replaced only if it still has this action */
  readonly show: (notice: NoticeContent | null, only?: NoticeContent['action']) => void;
  /** Shows the failure, or what `done` returns (null: nothing). Never rejects. Resolves to whether the work succeeded. */
  readonly run: <T>(work: Promise<T>, done: (result: T) => NoticeContent | string | null) => Promise<boolean>;
}

/** @param accountId outcomes of other accounts wait until the user returns to them */
export function useFeedback(accountId = ''): Feedback {
  const [notices, setNotices] = useState<Readonly<Record<string, NoticeContent | null>>>({});
  const actions = useRef({ newest: 0, shown: 0 }).current;
  const notice = notices[accountId] ?? null;
  const show: Feedback['show'] = useCallback(
    (notice, only) =>
      setNotices((all) => (only && all[accountId]?.action !== only ? all : { ...all, [accountId]: notice })),
    [accountId],
  );
  const run: Feedback['run'] = useCallback(
    async (work, done) => {
      const actionNumber = ++actions.newest;
      try {
        const ended = done(await work);
        const content = typeof ended === 'string' ? ({ tone: 'good', text: ended } as const) : ended;
        // An older action must not replace a newer outcome, except with a warning.
        if (actionNumber < actions.shown && content?.tone !== 'warn') return true;
        if (content !== null) actions.shown = actionNumber;
        show(content);
        return true;
      } catch (error) {
        // Keeps the popup's first load small.
        show((await import('../problem/wording.ts')).failureNotice(error));
        return false;
      }
    },
    [show],
  );
  useEffect(() => () => show(null), [show]);
  useOnRecovery(() => notice?.isOutage && show(null));

  return { notice, show, run };
}

/** Links an action's notice to its uploads, so that it can be corrected. */
export const feedbackAbout = (feedback: Feedback, about: AboutUploads): Feedback => ({
  ...feedback,
  run: (work, done) =>
    feedback.run(work, (result) => {
      const notice = done(result);
      if (notice === null) return null;
      return typeof notice === 'string' ? { tone: 'good', text: notice, about } : { about, ...notice };
    }),
});

/** Removes a hint once the user has followed it. */
export function useHint(
  notice: NoticeContent | null,
  show: Feedback['show'],
  hint: string,
  isFollowed: boolean,
): void {
  useEffect(() => {
    if (isFollowed && notice?.text === hint) show(null);
  }, [isFollowed]);
}

/** If the user has left the view, the page shows its notices, but of `run` only the failure. */
export function useViewFeedback(page: Feedback): Feedback {
  const feedback = useFeedback();
  const isMounted = useIsMounted();
  const show: Feedback['show'] = useCallback(
    (notice, only) => (isMounted.current || notice === null ? feedback : page).show(notice, only),
    [feedback.show, page.show],
  );
  function run<T>(work: Promise<T>, done: Parameters<typeof feedback.run<T>>[1]) {
    work.catch(() => isMounted.current || page.run(work, done));
    return feedback.run(work, done);
  }
  return { ...feedback, show, run };
}
