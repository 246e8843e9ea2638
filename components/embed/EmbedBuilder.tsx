/**
 * The embed builder: what is entered at one side, what comes of it at the other. What it knows of addresses, documents and
 * formats is the player's own (`linkhaul-player/builder`).
 */
import type { Account } from '../../lib/accounts/account.ts';
import { t } from '../text.ts';
import { Formats, MovedPlayers } from './Formats.tsx';
import { Preview } from './Preview.tsx';
import { DetailsPart } from './parts/DetailsPart.tsx';
import { FilePart, type FilePartProps } from './parts/FilePart.tsx';
import { PosterPart } from './parts/PosterPart.tsx';
import { TracksPart } from './parts/TracksPart.tsx';
import './embed.css';

export interface EmbedBuilderProps extends FilePartProps {
  /** Not on the demo site. */
  readonly account?: Account;
}

export function EmbedBuilder({ account, ...props }: EmbedBuilderProps) {
  const { state, builder, fileDetails } = props;
  return (
    <div class="embed">
      <p class="embed-intro">{t('embed.intro')}</p>
      <div class="embed-form stack">
        <FilePart {...props} />
        <PosterPart state={state} builder={builder} serviceImage={fileDetails?.file?.image ?? null} />
        <TracksPart state={state} builder={builder} />
        <DetailsPart state={state} builder={builder} />
      </div>
      <div class="embed-result stack">
        <Preview state={state} />
        <Formats state={state} file={fileDetails?.file} />
        {account && <MovedPlayers account={account} />}
      </div>
    </div>
  );
}
