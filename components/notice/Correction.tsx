/** Keeps a notice about uploads true. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useOnline } from '#page/hooks.ts';
import { useUploads } from '#page/page-data.ts';
import { toUploadItems, withCopies } from '../../lib/uploads/upload-items.ts';
import { correctNotice, noteSeen, seenNothing } from './about-uploads.ts';
import type { NoticeContent } from './notice-content.ts';

/** It can be read for this long, whatever happens. Milliseconds. */
const readableMs = 2_000;

interface CorrectionProps {
  readonly notice: NoticeContent;
  readonly onCorrect: (notice: NoticeContent | null) => void;
}

export function Correction({ notice, onCorrect }: CorrectionProps) {
  const isOnline = useOnline();
  const stored = useUploads();
  const rows = useMemo(
    () => stored && toUploadItems(stored, isOnline).flatMap(withCopies),
    [stored, isOnline],
  );
  const seen = useRef({ about: notice.about, states: seenNothing, sinceMs: performance.now() });
  useEffect(() => {
    const { about } = notice;
    if (about === undefined || rows === null) return;
    if (seen.current.about !== about)
      seen.current = { about, states: seenNothing, sinceMs: performance.now() };
    seen.current.states = noteSeen(about, seen.current.states, rows);
    const isOver = about.isPaused !== undefined && about.isPaused !== stored?.isPaused;
    const corrected = isOver ? null : correctNotice(notice, seen.current.states, rows);
    if (corrected === notice) return;
    const timer = setTimeout(
      () => onCorrect(corrected),
      seen.current.sinceMs + readableMs - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [notice, rows]);
  return null;
}
