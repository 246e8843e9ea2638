import { t } from '../text.ts';
import './skip-link.css';

const rows = ':is(tr, [role="row"], [role="gridcell"], [role="option"])[tabindex="0"]';

/** The first tab stop, visible only with the focus. Skips to `#content`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link within the page, whose fragment already says which view is shown.
    <a
      class="visually-hidden skip-link button button-primary"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        const content = document.getElementById('content');
        const row = content?.querySelector<HTMLElement>(rows);
        (row ?? content)?.focus();
      }}
    >
      {t('common.skip')}
    </a>
  );
}
