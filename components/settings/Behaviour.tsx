/** The settings that are on or off. A change takes effect at once and says so. */
import type { Settings } from '../../lib/settings/settings.ts';
import { Toggle } from '../field/Field.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { toggles } from './table.ts';

export interface BehaviourProps {
  readonly settings: Settings;
  /** Asks the browser for notifications; is called in the very click, as browsers demand. */
  readonly requestNotifications: () => Promise<boolean>;
}

export function Behaviour({ settings, requestNotifications }: BehaviourProps) {
  const { send } = useServices();
  const { notice, show, run } = useOutcome();

  function change(name: keyof Settings, on: boolean) {
    const isNotification = name === 'notifications' || name === 'notifyTakedowns';
    // No `await` before the question: a browser takes it only from within the click.
    const allowed = isNotification && on ? requestNotifications() : Promise.resolve(true);
    const work = allowed.then(async (isAllowed) => {
      if (isAllowed) await send('settings.change', { [name]: on });
      return isAllowed;
    });
    void run(work, (isAllowed) =>
      isAllowed ? t('options.saved') : { tone: 'warn', text: t('options.notAllowed') },
    );
  }

  return (
    <>
      {toggles.map(({ name, label, hint }) => (
        <Toggle
          key={name}
          label={t(label)}
          hint={t(hint)}
          checked={settings[name]}
          onChange={(on) => change(name, on)}
        />
      ))}
      <NoticeArea notice={notice} onDismiss={() => show(null)} />
    </>
  );
}
