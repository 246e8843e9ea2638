/** New titles while the pattern is typed. Regular expressions run in a worker with a timeout. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  makeTitles,
  type NewTitles,
  type PatternItems,
  type RenamePattern,
} from '../../lib/titles/make-titles.ts';
import { language, t } from '../text.ts';

/** `working`: the previous titles are shown. `slow`: the worker timed out. */
export interface NewTitlesState {
  readonly state: 'ready' | 'working' | 'slow';
  readonly answer: NewTitles | null;
}

/** For all titles together. */
const timeoutMs = 1_500;

export function useNewTitles(files: PatternItems, pattern: RenamePattern): NewTitlesState {
  const isDangerous = pattern.isExpression && pattern.find !== '';
  const [latest, setLatest] = useState<NewTitlesState & { readonly pattern: RenamePattern | null }>({
    state: 'working',
    answer: null,
    pattern: null,
  });
  const worker = useRef<Worker | null>(null);
  const endWorker = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => endWorker, [files]);

  useEffect(() => {
    if (!isDangerous) return;
    worker.current ??= newWorker(files);
    const current = worker.current;
    const timer = setTimeout(() => {
      endWorker();
      setLatest({ state: 'slow', answer: null, pattern });
    }, timeoutMs);
    let isDone = false;
    current.onmessage = ({ data }: MessageEvent<NewTitles>) => {
      isDone = true;
      clearTimeout(timer);
      setLatest({ state: 'ready', answer: data, pattern });
    };
    current.postMessage({ pattern });
    return () => {
      clearTimeout(timer);
      // An outdated pattern may never end.
      if (!isDone) endWorker();
    };
  }, [files, pattern, isDangerous]);

  const direct = useMemo(
    () => (isDangerous ? null : makeTitles(files, pattern, language)),
    [files, pattern, isDangerous],
  );
  if (direct !== null) return { state: 'ready', answer: direct };
  return latest.pattern === pattern ? latest : { state: 'working', answer: latest.answer };
}

export function patternFaults({ state, answer }: NewTitlesState) {
  const { kind = null, text = '' } = answer?.ok === false ? answer.fault : {};
  const badExpression = kind === 'expression' ? t('bulk.pattern.badExpression', { text }) : null;
  return {
    templateError: kind === 'placeholder' ? t('bulk.pattern.noPlaceholder', { text }) : null,
    findError: state === 'slow' ? t('bulk.pattern.tooSlow') : badExpression,
  };
}

function newWorker(files: PatternItems): Worker {
  const worker = new Worker(new URL('./titles-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ files, language });
  return worker;
}
