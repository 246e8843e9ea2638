/**
 * The embed builder: what is entered at one side, what comes of it at the other. What it knows of addresses, documents and
 * formats is the player's own (`linkhaul-player/builder`), as on the player's demo site.
 */
import { formatFile, newDraft } from 'linkhaul-player/builder';
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { t } from '../text.ts';
import type { FileChooserProps } from './FileChooser.tsx';
import { Formats } from './Formats.tsx';
import { Preview } from './Preview.tsx';
import { DetailsPart } from './parts/DetailsPart.tsx';
import { FilePart } from './parts/FilePart.tsx';
import { PosterPart } from './parts/PosterPart.tsx';
import { TracksPart } from './parts/TracksPart.tsx';
import { useBuilder } from './useBuilder.ts';
import { chooseFile, useFileDetails } from './useFileDetails.ts';
import './embed.css';

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
  const { baseUrl } = account;
  const [state, builder] = useBuilder(`${account.id} ${fileCode ?? ''}`, () => {
    const empty = newDraft({ baseUrl });
    return fileCode === null ? empty : { ...empty, file: formatFile(baseUrl, fileCode, empty) };
  });
  const fileDetails = useFileDetails(account, state, builder);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div class="embed">
      <p class="embed-intro">{t('embed.intro')}</p>
      <div class="embed-form stack">
        <FilePart
          state={state}
          builder={builder}
          fileDetails={fileDetails}
          onChoose={() => setChoosing(true)}
        />
        <PosterPart state={state} builder={builder} serviceImage={fileDetails.file?.image ?? null} />
        <TracksPart state={state} builder={builder} />
        <DetailsPart state={state} builder={builder} />
      </div>
      <div class="embed-result stack">
        <Preview state={state} />
        <Formats state={state} />
      </div>
      {isChoosing && (
        <Chooser
          account={account}
          onDone={(file) => {
            setChoosing(false);
            if (file) chooseFile(builder, file, baseUrl);
          }}
        />
      )}
    </div>
  );
}
