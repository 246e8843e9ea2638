/** The head of the settings page, and room for its sections. */
import type { ComponentChildren } from 'preact';
import { Logo } from '../icons/Logo.tsx';
import { t } from '../text.ts';
import './options.css';

export function OptionsFrame({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="options">
      <header class="options-head">
        <Logo size={40} />
        <div>
          <h1>{title}</h1>
          <p>{t('options.subtitle')}</p>
        </div>
      </header>
      <main class="options-main">{children}</main>
    </div>
  );
}
