/** A file of its own, because modules that notices load import it. */
import type { BulkJob } from '../../lib/bulk/work.ts';
import type { IconName } from '../icons/Icon.tsx';
import type { AboutUploads } from './about-uploads.ts';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeContent {
  readonly tone: NoticeTone;
  readonly text: string;
  readonly action?: NoticeAction | undefined;
  /** Shown before `action`. */
  readonly more?: readonly NoticeAction[] | undefined;
  /** The sentence gets a line of its own. */
  readonly isQuestion?: boolean;
  /** The service didn't respond. The notice ends once the account is connected again. */
  readonly isOutage?: boolean;
  /** The notice is corrected once these have ended. */
  readonly about?: AboutUploads | undefined;
  readonly uploadIds?: readonly string[] | undefined;
  /** Once the job ends, the notice disappears or shows the result. */
  readonly job?: AboutJob | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

interface AboutJob {
  readonly accountId: string;
  readonly id: string;
  readonly describeEnd?: (job: BulkJob) => NoticeContent;
}

export interface NoticeAction {
  readonly label: string;
  /** Shown instead of the label if one line has no room. */
  readonly icon?: IconName;
  /** Cancels the uploads, and disappears once all have ended. */
  readonly isCancelAction?: boolean;
  readonly onClick: () => unknown;
}
