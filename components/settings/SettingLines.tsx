import { useId, useRef } from 'preact/hooks';
import { requestNotifications, useMayNotify } from '#page/browser-ui.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import { Toggle } from '../field/Field.tsx';
import { Select } from '../field/Select.tsx';
import { SettingRow } from '../field/SettingRow.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import type { SettingLine } from './setting-sections.ts';

export function SettingLines({ settings, lines }: { settings: Settings; lines: readonly SettingLine[] }) {
  const { send } = usePageApi();
  const { notice, show, run } = useFeedback();
  const mayNotify = useMayNotify();
  const blockedArea = useRef<HTMLDivElement>(null);
  useFocusFallback('.notifications-blocked', () =>
    blockedArea.current?.nextElementSibling?.querySelector('input')?.focus(),
  );

  function change({ name, isNotification }: SettingLine, value: Settings[keyof Settings]) {
    // No `await` before the prompt: browsers only show it within the click.
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

  const allow = () => run(requestNotifications(), (isAllowed) => (isAllowed ? t('options.saved') : null));

  const isBlocked =
    mayNotify === false &&
    lines.some(
      ({ name, isNotification, needs }) => isNotification && settings[name] && (!needs || settings[needs]),
    );

  return (
    <>
      {lines.some(({ isNotification }) => isNotification) && (
        <div ref={blockedArea} class="notice-area notifications-blocked" role="status">
          {isBlocked && (
            <Notice
              tone="warn"
              text={t('options.notificationsBlocked')}
              action={{ label: t('options.allowNotifications'), onClick: allow }}
            />
          )}
        </div>
      )}
      {lines.map((line) => {
        const { name, label, hint, needs } = line;
        const value = settings[name];
        return line.values === undefined ? (
          <Toggle
            key={name}
            label={label}
            hint={hint}
            checked={value === true}
            disabled={needs !== undefined && !settings[needs]}
            onChange={(on) => change(line, on)}
          />
        ) : (
          <ChoiceLine
            key={name}
            line={line}
            value={value as string | number}
            onChange={(chosen) => change(line, chosen)}
          />
        );
      })}
      <NoticeArea notice={notice} show={show} />
    </>
  );
}

interface ChoiceLineProps {
  readonly line: SettingLine;
  readonly value: string | number;
  readonly onChange: (value: string | number) => void;
}

function ChoiceLine({ line: { label, hint, values = [] }, value, onChange }: ChoiceLineProps) {
  const id = useId();
  return (
    <SettingRow title={label} hint={hint} controlId={id}>
      <Select
        id={id}
        aria-describedby={hint && `${id}-hint`}
        value={value}
        choices={values}
        onChange={onChange}
      />
    </SettingRow>
  );
}
