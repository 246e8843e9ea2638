export interface TitlePart {
  readonly text: string;
  readonly isChanged: boolean;
}

interface TitleDiff {
  readonly before: readonly TitlePart[];
  readonly after: readonly TitlePart[];
}

/** Words, numbers, spaces and single characters, however many code points they have. */
const tokens =
  /\p{L}[\p{L}\p{M}]*|\p{N}+(?!\p{M})|\s+|\p{RI}{2}|.\p{M}*(?:[\u200d\u{1f3fb}-\u{1f3ff}]+(?:\p{ExtPict}\p{M}*)?)*/gsu;

/** Longer titles are compared only from both ends. */
const maxPairs = 40_000;

/** By words, and by characters where one text replaces another. Joined, the parts are the titles. */
export function diffTitles(before: string, after: string): TitleDiff {
  const [old, now] = [before.match(tokens) ?? [], after.match(tokens) ?? []];
  const diff = { before: [] as TitlePart[], after: [] as TitlePart[] };
  let [oldAt, nowAt] = [0, 0];
  const kept = old.length * now.length > maxPairs ? [] : findKept(old, now);
  for (const [keptOld, keptNow] of [...kept, [old.length, now.length] as const]) {
    addReplaced(diff, old.slice(oldAt, keptOld).join(''), now.slice(nowAt, keptNow).join(''));
    addPart(diff.before, old[keptOld] ?? '', false);
    addPart(diff.after, now[keptNow] ?? '', false);
    [oldAt, nowAt] = [keptOld + 1, keptNow + 1];
  }
  return diff;
}

/** A longest common subsequence, as pairs of indexes. */
function findKept(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === now[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const kept: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) kept.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const split = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Keeps the common start and end of both texts. */
function addReplaced(diff: { before: TitlePart[]; after: TitlePart[] }, from: string, to: string): void {
  const [old, now] = [split(from), split(to)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  for (const [parts, all] of [
    [diff.before, old],
    [diff.after, now],
  ] as const) {
    addPart(parts, all.slice(0, start).join(''), false);
    addPart(parts, all.slice(start, all.length - end).join(''), true);
    addPart(parts, all.slice(all.length - end).join(''), false);
  }
}

function addPart(parts: TitlePart[], text: string, isChanged: boolean): void {
  const last = parts.at(-1);
  if (text === '') return;
  if (last?.isChanged === isChanged) parts[parts.length - 1] = { text: last.text + text, isChanged };
  else parts.push({ text, isChanged });
}
