/** Makes new titles in a worker, so that a slow regular expression can be terminated. */
import { newTitles, type PatternFile, type PatternLink, type PatternRules } from '../../lib/bulk/pattern.ts';

/** The files once, then any number of rules; each of these is answered by `NewTitles`. */
export type TitlesRequest = { readonly files: TitledItems } | { readonly rules: PatternRules };
type TitledItems = readonly (PatternFile | PatternLink)[];

const port = globalThis as unknown as {
  onmessage: (event: { readonly data: TitlesRequest }) => void;
  postMessage(answer: unknown): void;
};
let files: TitledItems = [];

port.onmessage = ({ data }) => {
  if ('files' in data) files = data.files;
  else port.postMessage(newTitles(files, data.rules));
};
