import { formatFile, newDraft } from 'linkhaul-player/builder';
import { useState } from 'preact/hooks';
import { useCapabilities } from '#page/account-hooks.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { getPublicUrl } from '../../lib/accounts/public-address.ts';
import { EmbedBuilder, useBuilder } from './EmbedBuilder.tsx';
import { FileChooser } from './FileChooser.tsx';
import { chooseFile, useFileDetails } from './useFileDetails.ts';

interface EmbedProps {
  readonly account: Account;
  /** The file to begin with; null for none. Another one needs another component (`key`). */
  readonly fileCode: string | null;
}

export function Embed({ account, fileCode }: EmbedProps) {
  const baseUrl = getPublicUrl(account);
  const [state, builder] = useBuilder(`${account.id} ${fileCode ?? ''}`, () => {
    const empty = newDraft({ baseUrl });
    return fileCode === null ? empty : { ...empty, file: formatFile(baseUrl, fileCode, empty) };
  });
  const { playerOptions } = useCapabilities(account);
  const fileDetails = useFileDetails(account, state, builder, playerOptions.poster);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <EmbedBuilder
        account={account}
        state={state}
        builder={builder}
        fileDetails={fileDetails}
        takes={playerOptions}
        onChoose={() => setChoosing(true)}
      />
      {isChoosing && (
        <FileChooser
          account={account}
          onDone={(file) => {
            setChoosing(false);
            if (file) chooseFile(builder, playerOptions.poster ? file : { ...file, image: null }, baseUrl);
          }}
        />
      )}
    </>
  );
}
