/**
 * Splits a message into lower-case words, without addresses. "Hour.mp4" stays one word, so that "88 Miles per Hour.mp4" isn't about a
 * quota.
 */
export function readWords(text: string): readonly string[] {
  return text
    .replaceAll('’', "'")
    .replace(/(?<![^\s:])[^\s:]*:\/\/\S*/g, '')
    .split(/[^\p{L}\p{M}\p{N}'.]+/u)
    .flatMap((part) => {
      // Tries each run of marks once, which keeps this linear.
      const whole = part.replace(/^[.']+|(?<![.'])[.']+$/g, '');
      return /\.(?:[a-z\d]{2,5}|[A-Z\d]{2,5})$/.test(whole) ? [whole] : whole.split('.');
    })
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

type Step = (words: readonly string[], at: number) => boolean;

/**
 * Returns a test for phrases. A phrase is a sequence of words and these:
 *
 * - `one|other`: either word
 * - `begin*`, `*end`: a word that begins or ends like this
 * - `#`: a number
 * - `word?`: an optional word
 * - `…`: any number of words; `..3`: at most three
 * - `!one|other`: neither word follows anywhere in the message
 * - `^`, `$`: the message begins or ends here
 */
export function createPhraseFinder(phrases: readonly string[]): (words: readonly string[]) => boolean {
  const finders = phrases.map((phrase) => phrase.split(' ').reduceRight(addStep, () => true));
  return (words) => finders.some((find) => words.some((_, at) => find(words, at)));
}

function addStep(next: Step, term: string): Step {
  const gap = term === '…' ? Number.POSITIVE_INFINITY : /^\.\.\d$/.test(term) ? Number(term.slice(2)) : null;
  if (term === '^') return (words, at) => at === 0 && next(words, at);
  if (term === '$') return (words, at) => at === words.length && next(words, at);
  if (gap !== null) {
    return (words, at) => {
      for (let to = at; to <= Math.min(at + gap, words.length); to += 1) if (next(words, to)) return true;
      return false;
    };
  }
  if (term.startsWith('!')) {
    const isForbidden = createWordTest(term.slice(1));
    return (words, at) => !words.slice(at).some(isForbidden) && next(words, at);
  }
  const isOptional = term.endsWith('?');
  const isWord = createWordTest(isOptional ? term.slice(0, -1) : term);
  return (words, at) => (isWord(words[at] ?? '') && next(words, at + 1)) || (isOptional && next(words, at));
}

function createWordTest(term: string): (word: string) => boolean {
  const forms = term.split('|');
  const whole = new Set(forms);
  const isNumber = whole.has('#');
  const starts = forms.filter((form) => form.endsWith('*')).map((form) => form.slice(0, -1));
  const ends = forms.filter((form) => form.startsWith('*')).map((form) => form.slice(1));
  return (word) =>
    whole.has(word) ||
    (isNumber && /^\d+$/.test(word)) ||
    starts.some((start) => word.startsWith(start)) ||
    ends.some((end) => word.endsWith(end));
}
