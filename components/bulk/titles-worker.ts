/** Makes new titles beside the page, where an expression that takes for ever can be ended. */
import { newTitles, type PatternFile, type PatternLink, type PatternRules } from '../../lib/bulk/pattern.ts';

/** The files once, then any number of rules; each of these is answered by `NewTitles`. */
export type TitlesRequest = { readonly files: Files } | { readonly rules: PatternRules };
type Files = readonly (PatternFile | PatternLink)[];

const port = globalThis as unknown as {
  onmessage: (event: { readonly data: TitlesRequest }) => void;
  postMessage(answer: unknown): void;
};
let files: Files = [];

port.onmessage = ({ data }) => {
  if ('files' in data) files = data.files;
  else port.postMessage(newTitles(files, data.rules));
};
