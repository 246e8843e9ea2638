/** The content of a notice. It has its own file because modules that notices load import it. */
import type { IconName } from '../icons/Icon.tsx';
import type { AboutUploads } from './about-uploads.ts';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeContent {
  readonly tone: NoticeTone;
  readonly text: string;
  readonly action?: NoticeAction | undefined;
  /** Before it. */
  readonly more?: readonly NoticeAction[] | undefined;
  /** The sentence has the whole line, and its buttons the next. */
  readonly isQuestion?: boolean;
  /** The service gave no answer: it goes when the account is connected again. */
  readonly isOutage?: boolean;
  /** The uploads that it speaks of: it is corrected once they have ended. */
  readonly about?: AboutUploads | undefined;
  readonly uploadIds?: readonly string[] | undefined;
  /** The job that it says is under way: it goes once that has ended, or becomes what is said of the end. */
  readonly job?: AboutJob | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

export interface AboutJob {
  readonly accountId: string;
  readonly id: string;
  readonly isEndSaid?: boolean;
}

export interface NoticeAction {
  readonly label: string;
  /** Takes the place of its words, for which one line has no room. */
  readonly icon?: IconName;
  /** It takes the uploads back: not offered once all of them have ended. */
  readonly isTakeBack?: boolean;
  readonly onClick: () => unknown;
}
