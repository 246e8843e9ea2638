/** The keys that Linkhaul's own pages know. */
import { type PlainKey, t } from '../text.ts';
import './key-list.css';

const isMac = navigator.platform.startsWith('Mac');
const mod = isMac ? '⌘' : 'Ctrl';

const sections: readonly {
  readonly title: PlainKey;
  readonly keys: readonly (readonly [string, PlainKey])[];
}[] = [
  {
    title: 'help.everywhere',
    keys: [
      [`${mod}+K`, 'help.palette'],
      ['?', 'help.keys'],
      ['↑ ↓', 'help.rows'],
      ['← →', 'help.buttons'],
      ['Enter', 'help.open'],
      ['Esc', 'help.escape'],
    ],
  },
  {
    title: 'popup.uploads',
    keys: [
      [`${mod}+Enter`, 'help.send'],
      ['Alt+↑ ↓', 'help.move'],
    ],
  },
  {
    title: 'popup.files',
    keys: [
      ['/', 'help.search'],
      [`${mod}+Enter`, 'help.play'],
      ['Space', 'help.select'],
      ['Shift+↑ ↓', 'help.selectRange'],
      [`${mod}+A`, 'help.selectAll'],
      [`${mod}+C`, 'help.copy'],
      [`${mod}+X  ${mod}+V`, 'help.cut'],
      [`${mod}+Z`, 'help.undo'],
      ['F2', 'help.rename'],
      ['Backspace', 'help.up'],
    ],
  },
];

export function KeyList() {
  return (
    <div class="key-lists">
      {sections.map(({ title, keys }) => (
        <section key={title}>
          <h3>{t(title)}</h3>
          <dl class="key-list">
            {keys.map(([key, what]) => (
              <div key={what}>
                <dt>
                  <kbd>{key}</kbd>
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

/** What the list says, for the search of the settings. */
export const keySearchText = (): string =>
  sections.flatMap(({ keys }) => keys.map(([, what]) => t(what))).join(' ');
