/** Search as one types: `/` leads here from anywhere, Escape empties it, arrow down leads into what was found. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../button/Button.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { focusList } from '../list/focus.ts';
import type { Files } from '../model/useFiles.ts';
import './search-field.css';

export function SearchField({ files }: { files: Files }) {
  const { route, go } = files;
  const input = useRef<HTMLInputElement>(null);

  // Before it is painted: who sees the key written here may press it.
  useLayoutEffect(() => {
    const look = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, .menu'))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, []);

  function type(text: string) {
    // Back leads out of the search as a whole, not letter by letter.
    const isStep = (route.text === '') !== (text === '');
    go({ ...route, text, ...(text === '' && { here: false }) }, isStep ? 'later' : 'replace');
  }

  return (
    <search class="search-field">
      <Icon name="search" class="search-field-icon" />
      <input
        ref={input}
        class="search-field-input"
        type="search"
        value={route.text}
        aria-label={t('files.search')}
        aria-keyshortcuts="/"
        placeholder={t('files.search')}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && route.text !== '') {
            event.preventDefault();
            event.stopPropagation();
            type('');
          }
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusList();
        }}
      />
      {route.text === '' ? (
        <span class="search-field-key" aria-hidden="true">
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
    </search>
  );
}
