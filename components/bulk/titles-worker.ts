/** A worker, because a slow regular expression can then be terminated. */
import { makeTitles, type PatternItems, type RenamePattern } from '../../lib/titles/make-titles.ts';

/** First the files, then patterns. Each pattern gets a `NewTitles` response. */
type TitlesRequest =
  | { readonly files: PatternItems; readonly language: string }
  | { readonly pattern: RenamePattern };

const port = globalThis as unknown as {
  onmessage: (event: { readonly data: TitlesRequest }) => void;
  postMessage(answer: unknown): void;
};
let [files, language]: [PatternItems, string] = [[], 'en'];

port.onmessage = ({ data }) => {
  if ('files' in data) [files, language] = [data.files, data.language];
  else port.postMessage(makeTitles(files, data.pattern, language));
};
