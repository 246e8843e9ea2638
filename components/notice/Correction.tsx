/** Keeps a notice about uploads up to date. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useUploadsById } from '#page/notice-uploads.ts';
import { useUploads } from '#page/page-data.ts';
import { toUploadItems } from '../../lib/uploads/upload-items.ts';
import {
  type AboutUploads,
  correctNotice,
  findQueuePosition,
  noSeenStates,
  recordStates,
  withoutCancelActions,
} from './about-uploads.ts';
import type { NoticeContent } from './notice-content.ts';

/** Long enough to read a notice. */
const readableMs = 2_000;

const noIds: readonly string[] = [];

interface CorrectionProps {
  readonly notice: NoticeContent;
  readonly onCorrect: (notice: NoticeContent | null) => void;
}

export function Correction({ notice, onCorrect }: CorrectionProps) {
  const { about } = notice;
  const uploads = useUploadsById(about?.ids ?? noIds);
  const isQueueOver = useIsQueueOver(about);
  const items = useMemo(
    () =>
      uploads &&
      toUploadItems({
        uploads,
        progress: {},
        encodings: {},
        isPaused: false,
        backoff: null,
        pollFailure: null,
      }),
    [uploads],
  );
  const seen = useRef({ about, states: noSeenStates, sinceMs: performance.now() });
  // As in `AutoDismiss.tsx`.
  useLayoutEffect(() => {
    if (about === undefined || items === null) return;
    if (seen.current.about !== about)
      seen.current = { about, states: noSeenStates, sinceMs: performance.now() };
    if (items.length > 0) seen.current.states = recordStates(about, seen.current.states, items);
    const corrected = isQueueOver ? null : correctNotice(notice, seen.current.states, items);
    if (corrected === notice) return;
    // Removes actions that would come too late.
    const withoutUndo = corrected === null ? notice : withoutCancelActions(notice);
    if (withoutUndo !== notice) {
      onCorrect(withoutUndo);
      return;
    }
    const timer = setTimeout(
      () => onCorrect(corrected),
      seen.current.sinceMs + readableMs - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [notice, items, isQueueOver]);
  return null;
}

/** The notice no longer fits the queue's pause or order. */
function useIsQueueOver(about: AboutUploads | undefined): boolean {
  const stored = useUploads();
  const { ids: [id] = [], isPaused, position } = about ?? {};
  if (stored === null) return false;
  if (isPaused !== undefined && isPaused !== stored.isPaused) return true;
  if (position === undefined || id === undefined) return false;
  const now = findQueuePosition(id, toUploadItems(stored));
  return now?.at !== position.at || now.total !== position.total;
}
