import { Button } from '../button/Button.tsx';
import { Logo } from '../icons/Logo.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import './popup-views.css';

export function Welcome() {
  const { openSettings } = usePageApi();
  return (
    <main class="welcome middle">
      <Logo size={56} />
      <h1 class="title">{t('welcome.title')}</h1>
      <p class="tone-quiet">{t('welcome.text')}</p>
      <Button kind="primary" onClick={() => openSettings()}>
        {t('welcome.button')}
      </Button>
    </main>
  );
}
