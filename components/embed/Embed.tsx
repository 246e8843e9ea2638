/** The embed builder for the files of an account. */
import { formatFile, newDraft } from 'linkhaul-player/builder';
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { getPublicUrl } from '../../lib/accounts/addresses.ts';
import { EmbedBuilder } from './EmbedBuilder.tsx';
import type { FileChooserProps } from './FileChooser.tsx';
import { useBuilder } from './useBuilder.ts';
import { chooseFile, useFileDetails } from './useFileDetails.ts';

/** What the manager gives its embed builder. */
export interface EmbedViewProps {
  readonly account: Account;
  /** The file to begin with; null for none. Another one needs another component (`key`). */
  readonly fileCode: string | null;
}

export interface EmbedProps extends EmbedViewProps {
  /** Lets the user choose one of the account's files; the page around knows how to read them. */
  readonly Chooser: ComponentType<FileChooserProps>;
}

export function Embed({ account, fileCode, Chooser }: EmbedProps) {
  const baseUrl = getPublicUrl(account);
  const [state, builder] = useBuilder(`${account.id} ${fileCode ?? ''}`, () => {
    const empty = newDraft({ baseUrl });
    return fileCode === null ? empty : { ...empty, file: formatFile(baseUrl, fileCode, empty) };
  });
  const fileDetails = useFileDetails(account, state, builder);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <EmbedBuilder
        state={state}
        builder={builder}
        fileDetails={fileDetails}
        onChoose={() => setChoosing(true)}
      />
      {isChoosing && (
        <Chooser
          account={account}
          onDone={(file) => {
            setChoosing(false);
            if (file) chooseFile(builder, file, baseUrl);
          }}
        />
      )}
    </>
  );
}
