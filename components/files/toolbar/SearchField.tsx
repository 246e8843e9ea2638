/** `/` focuses the field from anywhere, Escape clears it, and the down arrow moves into the results. */
import { useRef } from 'preact/hooks';
import { IconButton } from '../../button/Button.tsx';
import { SearchInput } from '../../field/SearchInput.tsx';
import { readKey } from '../../keys/key-press.ts';
import { isTyping, useKey } from '../../keys/page-keys.ts';
import { t } from '../../text.ts';
import { focusList } from '../list/focus.ts';
import { useFilesContext } from '../model/useFiles.ts';

export function SearchField() {
  const { route, go } = useFilesContext();
  const input = useRef<HTMLInputElement>(null);

  useKey(
    ({ chord }, event) => chord === '/' && !isTyping(event),
    () => {
      input.current?.focus();
      input.current?.select();
    },
  );

  function type(text: string) {
    // One history entry for the whole search.
    const isStep = (route.text === '') !== (text === '');
    go({ ...route, text, ...(text === '' && { inFolderOnly: false }) }, isStep ? 'debounced' : 'replace');
  }

  return (
    <SearchInput
      inputRef={input}
      label={t('files.search')}
      value={route.text}
      onType={type}
      onKeyDown={(event) => {
        const press = readKey(event);
        if (press?.key === 'Escape' && route.text !== '') {
          event.preventDefault();
          event.stopPropagation();
          type('');
        }
        if (press?.key !== 'ArrowDown') return;
        event.preventDefault();
        focusList();
      }}
      aria-keyshortcuts="/"
    >
      {route.text === '' ? (
        <span class="search-input-key tone-quiet center" aria-hidden="true">
          /
        </span>
      ) : (
        <IconButton
          icon="cross"
          label={t('files.clearSearch')}
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        />
      )}
    </SearchInput>
  );
}
