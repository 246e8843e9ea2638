/** Announced to screen readers. */
import type { Problem } from '../../lib/protocol.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';
import { Empty } from './Empty.tsx';

interface LoadFailureProps {
  readonly problem: Problem;
  readonly level?: 'h2' | 'h3';
  readonly onRetry: () => unknown;
}

export const LoadFailure = ({ problem, level = 'h2', onRetry }: LoadFailureProps) => (
  <div class="middle" role="alert">
    <Empty
      icon="warning"
      level={level}
      title={t('empty.failed')}
      text={problemSentence(problem)}
      action={{ label: t('common.retry'), onClick: onRetry }}
    />
  </div>
);
