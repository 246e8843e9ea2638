/**
 * The new titles that rules make, as they are typed.
 *
 * An expression runs in a worker that is ended when it takes too long, so that no expression can hang the page; what
 * needs none is made at once.
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

/** `working`: the titles of a moment ago are shown meanwhile. `slow`: it was ended. */
export interface Titles {
  readonly state: 'ready' | 'working' | 'slow';
  readonly answer: NewTitles | null;
}

type Files = readonly (PatternFile | PatternLink)[];

/** Milliseconds that an expression may take for all titles together. */
const longest = 1_500;

export function useTitles(files: Files, rules: PatternRules): Titles {
  const isDangerous = rules.isExpression && rules.find !== '';
  const [made, setMade] = useState<Titles & { readonly rules: PatternRules | null }>({
    ...{ state: 'working', answer: null, rules: null },
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
    const mine = worker.current;
    const timer = setTimeout(() => {
      end();
      setMade({ state: 'slow', answer: null, rules });
    }, longest);
    let isDone = false;
    mine.onmessage = ({ data }: MessageEvent<NewTitles>) => {
      isDone = true;
      clearTimeout(timer);
      setMade({ state: 'ready', answer: data, rules });
    };
    mine.postMessage({ rules });
    return () => {
      clearTimeout(timer);
      // It is at work on rules that nobody wants any more, perhaps for ever.
      if (!isDone) end();
    };
  }, [files, rules, isDangerous]);

  const direct = useMemo(() => (isDangerous ? null : newTitles(files, rules)), [files, rules, isDangerous]);
  if (direct !== null) return { state: 'ready', answer: direct };
  return made.rules === rules ? made : { state: 'working', answer: made.answer };
}

/** What is wrong with the rules, in sentences. */
export function patternFaults({ state, answer }: Titles): {
  wrongPattern: string | null;
  wrongFind: string | null;
} {
  const wrong = answer?.ok === false ? answer.wrong : null;
  const text = wrong?.text ?? '';
  return {
    wrongPattern: wrong?.kind === 'placeholder' ? t('bulk.pattern.noPlaceholder', { text }) : null,
    wrongFind:
      state === 'slow'
        ? t('bulk.pattern.tooSlow')
        : wrong?.kind === 'expression'
          ? t('bulk.pattern.badExpression', { text })
          : null,
  };
}

function newWorker(files: Files): Worker {
  const worker = new Worker(new URL('./titles-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ files });
  return worker;
}
