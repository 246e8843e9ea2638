import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { type PageApi, useOnRecovery } from '../page-api.ts';
import type { AboutUploads } from './about-uploads.ts';
import type { NoticeContent } from './Notice.tsx';

export interface Feedback {
  readonly notice: NoticeContent | null;
  /** @param only of the notice that is replaced, if it is still shown */
  readonly show: (notice: NoticeContent | null, only?: NoticeContent['action']) => void;
  /** Shows how it ended: what `done` gives (null: nothing), or what went wrong. Never rejects; gives whether it went well. */
  readonly run: <T>(work: Promise<T>, done: (result: T) => NoticeContent | string | null) => Promise<boolean>;
}

/** What an action needs: to send its message, and to show how it ended. */
export interface Acting extends Pick<PageApi, 'send'> {
  readonly feedback: Feedback;
}

/** @param accountId only its outcomes are shown; what ends after the account was left is shown when the user is back */
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
        // An older action that ends late must not cover the outcome of a newer one, unless the user has to know.
        if (actionNumber < actions.shown && content?.tone !== 'warn') return true;
        if (content !== null) actions.shown = actionNumber;
        show(content);
        return true;
      } catch (error) {
        // Loaded on demand: the popup's first load does without the sentences.
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

/** Marks the notice of an action on uploads as being about these uploads, so that it is corrected later. */
export const feedbackAbout = (feedback: Feedback, about: AboutUploads): Feedback => ({
  ...feedback,
  run: (work, done) =>
    feedback.run(work, (result) => {
      const notice = done(result);
      if (notice === null) return null;
      return typeof notice === 'string' ? { tone: 'good', text: notice, about } : { about, ...notice };
    }),
});

/** Takes a hint away as soon as what it asks for is there. */
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

/** What fails after the view was left is shown by the page. */
export function useViewFeedback(page: Feedback): Feedback {
  const feedback = useFeedback();
  const isMounted = useIsMounted();
  function run<T>(work: Promise<T>, done: Parameters<typeof feedback.run<T>>[1]) {
    work.catch(() => isMounted.current || page.run(work, done));
    return feedback.run(work, done);
  }
  return { ...feedback, run };
}
