/** The embed builder. The player package (`linkhaul-player/builder`) handles addresses, documents and formats. */
import type { EmbedCodeOptions } from 'linkhaul-player';
import { type Builder, type BuilderState, createBuilder, type EmbedDraft } from 'linkhaul-player/builder';
import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { getPublicUrl } from '../../lib/accounts/public-address.ts';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { t } from '../text.ts';
import { EmbedSection } from './EmbedSection.tsx';
import { FilePlayer } from './FilePlayer.tsx';
import { Formats } from './Formats.tsx';
import { MovedPlayers } from './MovedPlayers.tsx';
import { DetailsPart } from './parts/DetailsPart.tsx';
import { FilePart, type FilePartProps, takesAll } from './parts/FilePart.tsx';
import { PosterPart } from './parts/PosterPart.tsx';
import { TracksPart } from './parts/TracksPart.tsx';
import './embed.css';

interface EmbedBuilderProps extends FilePartProps {
  /** Undefined on the demo site. */
  readonly account?: Account;
}

export function EmbedBuilder({ account, ...props }: EmbedBuilderProps) {
  const { state, builder, fileDetails, takes = takesAll } = props;
  return (
    <div class="embed panes">
      <p class="embed-intro full-row tone-quiet">
        {t(takes.poster && takes.subtitles ? 'embed.intro' : 'embed.introPlain')}
      </p>
      <div class="embed-form scroll stack">
        <FilePart {...props} takes={takes} />
        {takes.poster && (
          <PosterPart state={state} builder={builder} serviceImage={fileDetails?.file?.image ?? null} />
        )}
        {takes.subtitles && <TracksPart state={state} builder={builder} />}
        <DetailsPart state={state} builder={builder} />
      </div>
      <div class="embed-result scroll stack">
        <Preview state={state} />
        <Formats state={state} file={fileDetails?.file} hasPoster={takes.poster} />
        {account && <MovedPlayers to={getPublicUrl(account)} from={account.formerUrls ?? []} />}
      </div>
    </div>
  );
}

/** The real player with all valid input so far, as a website would show it. */
function Preview({ state: { parsed } }: { state: BuilderState }) {
  const { preview, options, document } = parsed;
  // Debounced, because each change reloads the player.
  const debounced = useDebouncedValue(preview && JSON.stringify(preview));
  const shown = debounced === null ? null : (JSON.parse(debounced) as EmbedCodeOptions);
  const label = options === null ? shown?.subtitle?.label : undefined;
  return (
    <EmbedSection title={t('embed.preview')}>
      {shown ? (
        <FilePlayer {...shown} loading={shown.loading ?? 'lazy'} />
      ) : (
        <p class="embed-preview-empty pad-4 center tone-quiet">{t('embed.previewNone')}</p>
      )}
      {label !== undefined && document !== null && (
        <p class="tone-quiet">{t('embed.previewOne', { label })}</p>
      )}
    </EmbedSection>
  );
}

/** By subject. Only in memory, so that private windows leave no trace. */
export const drafts = new Map<string, EmbedDraft>();

/** @param subject what the draft is for. Drafts live as long as the page. Remount with a new `key` to change the subject */
export function useBuilder(subject: string, fresh: () => EmbedDraft): readonly [BuilderState, Builder] {
  const [builder] = useState(() => createBuilder({ draft: drafts.get(subject) ?? fresh() }));
  const [state, setState] = useState(builder.state);
  useEffect(() => {
    builder.subscribe(() => setState(builder.state));
    return () => {
      drafts.set(subject, builder.state.draft);
      builder.close();
    };
  }, []);
  return [state, builder];
}
