/**
 * The new titles that rules make, as they are typed.
 *
 * A regular expression runs in a worker that is terminated after a timeout; rules without one run at once.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  type NewTitles,
  newTitles,
  type PatternFile,
  type PatternLink,
  type PatternRules,
} from '../../lib/bulk/pattern.ts';
import { t } from '../text.ts';

/** `working`: the previous titles are shown. `slow`: terminated after the timeout. */
export interface NewTitlesState {
  readonly state: 'ready' | 'working' | 'slow';
  readonly answer: NewTitles | null;
}

type TitledItems = readonly (PatternFile | PatternLink)[];

/** Milliseconds that an expression may take for all titles together. */
const timeoutMs = 1_500;

export function useNewTitles(files: TitledItems, rules: PatternRules): NewTitlesState {
  const isDangerous = rules.isExpression && rules.find !== '';
  const [latest, setLatest] = useState<NewTitlesState & { readonly rules: PatternRules | null }>({
    state: 'working',
    answer: null,
    rules: null,
  });
  const worker = useRef<Worker | null>(null);
  const end = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => end, [files]);

  useEffect(() => {
    if (!isDangerous) return;
    worker.current ??= newWorker(files);
    const current = worker.current;
    const timer = setTimeout(() => {
      end();
      setLatest({ state: 'slow', answer: null, rules });
    }, timeoutMs);
    let isDone = false;
    current.onmessage = ({ data }: MessageEvent<NewTitles>) => {
      isDone = true;
      clearTimeout(timer);
      setLatest({ state: 'ready', answer: data, rules });
    };
    current.postMessage({ rules });
    return () => {
      clearTimeout(timer);
      // Terminate the work on outdated rules, which may never end.
      if (!isDone) end();
    };
  }, [files, rules, isDangerous]);

  const direct = useMemo(() => (isDangerous ? null : newTitles(files, rules)), [files, rules, isDangerous]);
  if (direct !== null) return { state: 'ready', answer: direct };
  return latest.rules === rules ? latest : { state: 'working', answer: latest.answer };
}

/** What is wrong with the rules, in sentences. */
export function patternFaults({ state, answer }: NewTitlesState): {
  patternError: string | null;
  findError: string | null;
} {
  const fault = answer?.ok === false ? answer.fault : null;
  const text = fault?.text ?? '';
  return {
    patternError: fault?.kind === 'placeholder' ? t('bulk.pattern.noPlaceholder', { text }) : null,
    findError:
      state === 'slow'
        ? t('bulk.pattern.tooSlow')
        : fault?.kind === 'expression'
          ? t('bulk.pattern.badExpression', { text })
          : null,
  };
}

function newWorker(files: TitledItems): Worker {
  const worker = new Worker(new URL('./titles-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ files });
  return worker;
}
