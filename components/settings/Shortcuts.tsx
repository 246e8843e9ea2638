import { useEffect, useState } from 'preact/hooks';
import { changeShortcuts, openPanel, readShortcuts, type Shortcut } from '#page/browser-ui.ts';
import { Button } from '../button/Button.tsx';
import { type PlainKey, t } from '../text.ts';
import '../field/field.css';
import { SettingRow } from '../field/SettingRow.tsx';
import './settings.css';

const names: Readonly<Partial<Record<string, PlainKey>>> = {
  _execute_action: 'commands.openPopup',
  _execute_sidebar_action: 'commands.openPanel',
};

const keyNames: Readonly<Partial<Record<string, PlainKey>>> = {
  Ctrl: 'keys.ctrl',
  Shift: 'keys.shift',
  Alt: 'keys.alt',
  Space: 'keys.space',
};

/** Browsers give shortcuts in English: "Alt+Shift+U". */
const translateKeys = (keys: string): string =>
  keys.replace(/[A-Z]\w+/gi, (key) => (keyNames[key] ? t(keyNames[key]) : key));

/** @param onHelp shows the keys of Linkhaul's pages */
export function Shortcuts({ onHelp }: { onHelp: () => void }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    const withKeysFirst = (all: readonly Shortcut[]) =>
      all.toSorted((one, other) => Number(one.keys === '') - Number(other.keys === ''));
    const read = () => void readShortcuts().then((all) => setShortcuts(withKeysFirst(all)));
    read();
    // The user may return from the browser's page for shortcuts.
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, []);
  return (
    <>
      <SettingRow title={t('atHand.shortcuts')} hint={t('atHand.shortcutsHint')}>
        <Button onClick={changeShortcuts}>{t('atHand.change')}</Button>
      </SettingRow>
      <dl class="shortcuts stack">
        {shortcuts.map(({ name, description, keys }) => (
          <div key={name} class="shortcut flow">
            <dt>{names[name] ? t(names[name]) : description}</dt>
            <dd>
              {keys === '' ? (
                <span class="shortcut-none tone-quiet">{t('atHand.none')}</span>
              ) : (
                <kbd dir="ltr">{translateKeys(keys)}</kbd>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <SettingRow title={t('atHand.ownKeys')}>
        <Button label={t('help.keys')} onClick={onHelp}>
          ?
        </Button>
      </SettingRow>
      {openPanel !== null && (
        <SettingRow title={t('atHand.panel')} hint={t('atHand.panelHint')}>
          <Button icon="panel" onClick={() => void openPanel?.()}>
            {t('common.openPanel')}
          </Button>
        </SettingRow>
      )}
    </>
  );
}

export const shortcutSearchText = (): string =>
  [t('atHand.shortcuts'), t('atHand.panel'), t('options.alsoShortcuts')].join(' ');
