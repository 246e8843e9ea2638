import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { emptyInput } from '../../../components/add-links/links-input.ts';
import { type Address, createAddress } from '../../../components/hooks/address.ts';
import { Manager } from '../../../components/manager/Manager.tsx';
import { Popup, type PopupProps } from '../../../components/popup/Popup.tsx';
import { type Fake, recordRequest } from '../fake-page-api.ts';
import type { PageState } from '../page-state.ts';

export interface Scene {
  readonly services: Fake;
  /** Missing parts have defaults. */
  readonly page?: Partial<PageState>;
  readonly content: ComponentChild;
}

/** Keeps typed text between renders. */
function PopupWithInput({ page }: Pick<PopupProps, 'page'>) {
  const input = useRef(emptyInput);
  return (
    <Popup
      page={page}
      input={input}
      onManager={(hash) => void recordRequest('manager', hash)}
      canCollect
      onCollected={() => {}}
    />
  );
}

const article = { url: 'https://blog.example/article', title: 'An article' };

/** @param shown the page behind the popup */
export const popup = (
  page: Partial<PageState> = {},
  services: Fake = {},
  shown: PopupProps['page'] = article,
): Scene => ({ services, page, content: <PopupWithInput page={shown} /> });

/** Navigation changes the address. */
function addressAt(start: string): Address {
  let hash = start;
  const write = (next: string) => {
    hash = next;
    Object.assign(globalThis, { hash });
  };
  write(start);
  return createAddress({ read: () => hash, write });
}

export const manager = (page: Partial<PageState> = {}, services: Fake = {}, hash = ''): Scene => ({
  services,
  page,
  content: <Manager address={addressAt(hash)} />,
});
