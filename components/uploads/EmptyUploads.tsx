/** Also shown before the uploads are read. */
import { lazy } from '../lazy.tsx';
import { t } from '../text.ts';
import './uploads.css';

const Empty = lazy(() => import('../empty/Empty.tsx'), 'Empty');

export const EmptyUploads = () => (
  <Empty class="empty-uploads" icon="arriving" title={t('empty.title')} text={t('empty.text')} />
);

export function UploadsSkeleton() {
  return (
    <div class="skeleton grow pad-1" aria-hidden="true">
      {[72, 48, 60].map((width) => (
        <div key={width} class="skeleton-row">
          <span class="skeleton-line skeleton-dot" />
          <span class="skeleton-line" style={{ inlineSize: `${width}%` }} />
          <span class="skeleton-line skeleton-short" />
        </div>
      ))}
    </div>
  );
}
