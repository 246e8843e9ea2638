import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { withAlt, withMod } from '../keys/key-names.ts';
import { isMac } from '../keys/key-press.ts';
import { type PlainKey, t } from '../text.ts';
import '../field/field.css';
import './key-list.css';

const enter = t('keys.enter');
const shift = isMac() ? '⇧' : `${t('keys.shift')}+`;

const sections: readonly {
  readonly title: PlainKey;
  readonly keys: readonly (readonly [string, PlainKey])[];
}[] = [
  {
    title: 'help.everywhere',
    keys: [
      ['?', 'help.keys'],
      ['↑ ↓', 'help.rows'],
      ['← →', 'help.buttons'],
      [enter, 'help.open'],
      [t('keys.escape'), 'help.escape'],
    ],
  },
  {
    title: 'popup.uploads',
    keys: [
      [withMod(enter), 'help.send'],
      [withAlt('↑ ↓'), 'help.move'],
      [withMod('Z'), 'common.undo'],
      [withMod(`${shift}Z`), 'common.redo'],
    ],
  },
  {
    title: 'popup.files',
    keys: [
      ['/', 'help.search'],
      [enter, 'help.play'],
      [withMod(enter), 'help.background'],
      [withAlt(enter), 'files.details'],
      [t('keys.space'), 'files.copy.preview'],
      [isMac() ? withAlt(t('keys.space')) : withMod(t('keys.space')), 'help.select'],
      [`${shift}↑ ↓`, 'help.selectRange'],
      [withMod('A'), 'help.selectAll'],
      [withMod('C'), 'help.copy'],
      [`${withMod('X')}  ${withMod('V')}`, 'help.cut'],
      [withMod('Z'), 'help.undo'],
      [withMod(`${shift}Z`), 'common.redo'],
      ['F2', 'help.rename'],
      [t('keys.delete'), 'help.delete'],
      [t('keys.backspace'), 'help.up'],
    ],
  },
];

function KeyList() {
  return (
    <div class="key-lists">
      {sections.map(({ title, keys }) => (
        <section key={title}>
          <h3>{t(title)}</h3>
          <dl class="key-list">
            {keys.map(([key, what]) => (
              <div key={what} class="flex gap-3">
                <dt>
                  <kbd dir="ltr">{key}</kbd>
                </dt>
                <dd>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** For the search in the settings. */
export const keySearchText = (): string =>
  sections.flatMap(({ keys }) => keys.map(([, what]) => t(what))).join(' ');

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog kind="panel" title={t('help.title')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={t('help.title')} autofocus class="help-keys scroll no-ring">
        <KeyList />
      </section>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
