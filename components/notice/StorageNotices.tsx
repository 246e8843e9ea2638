/** What could not be read from storage, a sentence for each part. A browser that keeps no data here is no fault. */
import type { Problem } from '../../lib/protocol.ts';
import { problemSentence } from '../problem-sentence.ts';
import { Notice } from './Notice.tsx';

export function StorageNotices({ problems }: { readonly problems: readonly Problem[] }) {
  return problems
    .filter(({ code }) => code !== 'storage-unavailable')
    .map((problem) => <Notice key={problem.store} tone="bad" text={problemSentence(problem)} />);
}
