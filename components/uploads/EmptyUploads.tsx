/** The list while it has no rows: there are none, or they are not read yet. */
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import '../empty.css';
import './empty-uploads.css';

export function EmptyUploads() {
  return (
    <div class="empty">
      <Icon name="arriving" class="empty-icon" />
      <h2>{t('empty.title')}</h2>
      <p class="empty-uploads-text">{t('empty.text')}</p>
    </div>
  );
}

export function UploadsSkeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      {[72, 48, 60].map((width) => (
        <div key={width} class="skeleton-row">
          <span class="skeleton-dot" />
          <span class="skeleton-line" style={{ inlineSize: `${width}%` }} />
          <span class="skeleton-line skeleton-short" />
        </div>
      ))}
    </div>
  );
}
