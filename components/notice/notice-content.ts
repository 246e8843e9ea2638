/** The content of a notice. Has its own file because modules that notices load import it. */
import type { IconName } from '../icons/Icon.tsx';
import type { AboutUploads } from './about-uploads.ts';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeContent {
  readonly tone: NoticeTone;
  readonly text: string;
  readonly action?: NoticeAction | undefined;
  /** Shown before `action`. */
  readonly more?: readonly NoticeAction[] | undefined;
  /** The sentence has a line of its own, above the buttons. */
  readonly isQuestion?: boolean;
  /** The service didn't respond. The notice disappears once the account is connected again. */
  readonly isOutage?: boolean;
  /** The uploads that the notice is about. It is corrected once they have ended. */
  readonly about?: AboutUploads | undefined;
  readonly uploadIds?: readonly string[] | undefined;
  /** The bulk job that the notice says is in progress. Once the job ends, the notice disappears or shows the result. */
  readonly job?: AboutJob | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

export interface AboutJob {
  readonly accountId: string;
  readonly id: string;
  readonly shouldShowResult?: boolean;
}

export interface NoticeAction {
  readonly label: string;
  /** Shown instead of the label, for which one line has no room. */
  readonly icon?: IconName;
  /** Cancels the uploads. No longer offered once all of them have ended. */
  readonly isCancelAction?: boolean;
  readonly onClick: () => unknown;
}
