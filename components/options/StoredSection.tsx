/** The way to the list of what is stored, which is loaded and counted when it is opened. */
import { useState } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import type { StoredDataProps } from '../settings/StoredData.tsx';
import { t } from '../text.ts';

const StoredData = lazy(() => import('../settings/StoredData.tsx'), 'StoredData');

export function StoredSection(props: StoredDataProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="stored" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('stored.show')}</summary>
      <div class="stack gap-4 stored-body">{isOpen && <StoredData {...props} />}</div>
    </details>
  );
}
