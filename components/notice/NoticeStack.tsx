/** Shows the first notice, which is the most urgent. The others can be unfolded. */
import { format, plural } from '../text.ts';
import { Notice, type NoticeContent } from './Notice.tsx';
import { useUnfold } from './useUnfold.ts';

export interface StackedNotice extends NoticeContent {
  /** A class. */
  readonly name?: string;
}

export interface NoticeStackProps {
  readonly notices: readonly (StackedNotice | false | null | undefined)[];
}

export function NoticeStack({ notices }: NoticeStackProps) {
  const { isOpen, toggle } = useUnfold();
  const shown = notices.filter((notice) => notice !== false && notice !== null && notice !== undefined);
  const more = shown.length - 1;
  if (more < 0) return null;
  return (
    <div class="notice-stack">
      {(isOpen ? shown : shown.slice(0, 1)).map(({ name, ...notice }, at) => (
        <div key={notice.text} class={name}>
          <Notice {...notice}>
            {at === 0 && more > 0 && (
              <button
                type="button"
                class="button button-quiet button-small"
                aria-expanded={isOpen}
                aria-label={plural('picker.more', more)}
                onClick={toggle}
              >
                {`+${format.number(more)}`}
              </button>
            )}
          </Notice>
        </div>
      ))}
    </div>
  );
}
