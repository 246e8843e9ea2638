/** A screen in one state, and the popup as such a scene. */
import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { Popup, type PopupProps } from '../../../components/popup/Popup.tsx';
import { emptyInput } from '../../../components/send/send-input.ts';
import { type Fake, recordRequest } from '../fake-page-api.ts';
import { someActivity } from '../samples/batch.ts';
import * as sample from '../samples/sample.ts';

export interface Scene {
  readonly services: Fake;
  readonly content: ComponentChild;
}

const nothing = () => {};

/** The popup, which keeps what is typed however often it is drawn. */
function PopupWithInput(props: Omit<PopupProps, 'input'>) {
  const input = useRef(emptyInput);
  return <Popup {...props} input={input} />;
}

export const popup = (change: Partial<PopupProps>, fake: Fake = {}): Scene => ({
  services: fake,
  content: (
    <PopupWithInput
      accounts={sample.oneAccount}
      shortlist={sample.shortlist}
      uploads={sample.account([])}
      storageProblems={[]}
      page={{ url: 'https://blog.example/article', title: 'An article' }}
      isPrivate={false}
      isOnline
      Files={() => null}
      useActivity={() => someActivity}
      onSettings={nothing}
      onManager={(hash) => void recordRequest('manager', hash)}
      onCollected={nothing}
      onOpen={nothing}
      {...change}
    />
  ),
});
