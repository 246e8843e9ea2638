/** What could not be read from storage, a sentence for each part. A browser that keeps no data here is no fault. */
import type { Problem } from '../../lib/protocol.ts';
import { problemSentence } from '../problem/wording.ts';
import { Notice, type NoticeContent } from './Notice.tsx';

export const StorageNotices = ({ problems }: { readonly problems: readonly Problem[] }) =>
  storageNotices(problems).map((notice) => <Notice key={notice.text} {...notice} />);

export const storageNotices = (problems: readonly Problem[]): readonly NoticeContent[] =>
  problems
    .filter(({ code }) => code !== 'storage-unavailable')
    .map((problem) => ({ tone: 'bad', text: problemSentence(problem) }));
