/** The settings of one section. A change takes effect at once and says so. */
import type { Settings } from '../../lib/settings/settings.ts';
import { Choice } from '../field/Choice.tsx';
import { Toggle } from '../field/Field.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import type { SettingLine } from './table.ts';

export interface SettingLinesProps {
  readonly settings: Settings;
  readonly lines: readonly SettingLine[];
  /** Asks the browser for notifications; is called in the very click, as browsers demand. */
  readonly requestNotifications: () => Promise<boolean>;
}

export function SettingLines({ settings, lines, requestNotifications }: SettingLinesProps) {
  const { send } = useServices();
  const { notice, show, run } = useOutcome();

  function change({ name, isNotification }: SettingLine, value: Settings[keyof Settings]) {
    // No `await` before the question: a browser takes it only from within the click.
    const isAsked = isNotification && value === true;
    const allowed = isAsked ? requestNotifications() : Promise.resolve(true);
    const work = allowed.then(async (isAllowed) => {
      if (isAllowed) await send('settings.change', { [name]: value });
      return isAllowed;
    });
    void run(work, (isAllowed) =>
      isAllowed ? t('options.saved') : { tone: 'warn', text: t('options.notAllowed') },
    );
  }

  return (
    <>
      {lines.map((line) => {
        const { name, label, hint, values, needs } = line;
        const value = settings[name];
        return values === undefined ? (
          <Toggle
            key={name}
            {...{ label, hint }}
            checked={value === true}
            disabled={needs !== undefined && !settings[needs]}
            onChange={(on) => change(line, on)}
          />
        ) : (
          <Choice
            key={name}
            {...{ label, hint, values }}
            value={value as string | number}
            onChange={(chosen) => change(line, chosen)}
          />
        );
      })}
      <NoticeArea {...{ notice, show }} />
    </>
  );
}
