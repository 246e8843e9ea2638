import { formatFile, newDraft } from 'linkhaul-player/builder';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCapabilities } from '#page/account-hooks.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { buildPage } from '../../lib/accounts/file-page.ts';
import { getFilePages, getPageForm } from '../../lib/accounts/public-address.ts';
import { readPlayer } from '../files/read-player.ts';
import { usePageApi } from '../page-api.ts';
import { findPages } from '../uploads/file-pages.ts';
import { EmbedBuilder, useBuilder } from './EmbedBuilder.tsx';
import { FileSearch } from './FileSearch.tsx';
import { chooseFile, useFileDetails } from './useFileDetails.ts';

interface EmbedProps {
  readonly account: Account;
  /** The initial file, or null. Remount with a new `key` to change it. */
  readonly fileCode: string | null;
}

export function Embed({ account, fileCode }: EmbedProps) {
  const { send } = usePageApi();
  const form = getPageForm(account, 'player');
  // A placeholder for the file code gives the form of all player addresses.
  const baseUrl = (form && readPlayer(buildPage(form, 'CODE'))?.baseUrl) ?? '';
  const [state, builder] = useBuilder(`${account.id} ${fileCode ?? ''}`, () => {
    const empty = newDraft({ baseUrl });
    return fileCode === null ? empty : { ...empty, file: formatFile(baseUrl, fileCode, empty) };
  });
  const { playerOptions } = useCapabilities(account);
  useEffect(() => {
    if (fileCode === null) return;
    findPages({ send }, account, [fileCode]).then(
      ([pages]) => {
        const player = readPlayer(pages?.player ?? '');
        if (player !== null)
          builder.change((draft) => (draft.baseUrl === baseUrl ? { ...draft, ...player } : draft));
      },
      (error: unknown) => console.error('The address of the player could not be read', error),
    );
  }, []);
  const [ownCode, setOwnCode] = useState(fileCode);
  const fileDetails = useFileDetails(account, state, builder, playerOptions.poster, ownCode);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <EmbedBuilder
      account={account}
      state={state}
      builder={builder}
      fileDetails={fileDetails}
      takes={playerOptions}
      onChoose={() => {
        input.current?.focus();
        setOpen(true);
      }}
    >
      <FileSearch
        account={account}
        inputRef={input}
        isOpen={isOpen}
        setOpen={setOpen}
        onChoose={(file) => {
          const { player } = getFilePages(account, file.fileCode, file.address ?? null);
          const chosen = playerOptions.poster ? file : { ...file, image: null };
          setOwnCode(file.fileCode);
          chooseFile(builder, chosen, readPlayer(player ?? '')?.baseUrl ?? baseUrl);
        }}
        onPaste={(file) => builder.change((draft) => ({ ...draft, file }))}
      />
    </EmbedBuilder>
  );
}
