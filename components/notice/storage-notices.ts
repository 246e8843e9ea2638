/** One sentence for each part that couldn't be read. A browser that stores no data here isn't an error. */
import type { Problem } from '../../lib/protocol.ts';
import { problemSentence } from '../problem/wording.ts';
import type { NoticeContent } from './notice-content.ts';

export const storageNotices = (problems: readonly Problem[]): readonly NoticeContent[] =>
  problems
    .filter(({ code }) => code !== 'storage-unavailable')
    .map((problem) => ({ tone: 'bad', text: problemSentence(problem) }));
