/** What is shown while no account is connected. */
import { Button } from '../button/Button.tsx';
import { Logo } from '../icons/Logo.tsx';
import { t } from '../text.ts';
import './popup-views.css';

export function Welcome({ onSettings }: { onSettings: () => void }) {
  return (
    <main class="welcome middle">
      <Logo size={56} />
      <h1 class="title">{t('welcome.title')}</h1>
      <p class="tone-quiet">{t('welcome.text')}</p>
      <Button kind="primary" onClick={onSettings}>
        {t('welcome.button')}
      </Button>
    </main>
  );
}
