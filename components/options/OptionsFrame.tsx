/** The head of the settings page, and room for its sections. */
import type { ComponentChildren } from 'preact';
import { Icon } from '../icons/Icon.tsx';
import { Logo } from '../icons/Logo.tsx';
import { t } from '../text.ts';
import './options.css';

export interface OptionsFrameProps {
  readonly title: string;
  /** There is an account, so that the full tab has something to show. */
  readonly hasManager?: boolean;
  readonly children?: ComponentChildren;
}

export function OptionsFrame({ title, hasManager = false, children }: OptionsFrameProps) {
  return (
    <div class="options">
      <header class="options-head row gap-3">
        <Logo size={40} />
        <div>
          <h1>{title}</h1>
          <p>{t('options.subtitle')}</p>
        </div>
        {hasManager && (
          <a class="options-manager row" href="/manager.html">
            <Icon name="expand" />
            {t('options.manager')}
          </a>
        )}
      </header>
      <main class="options-main">{children}</main>
    </div>
  );
}
