/** `linkhaul-player/builder` handles addresses, documents and formats. */
import type { EmbedCodeOptions } from 'linkhaul-player';
import { type Builder, type BuilderState, createBuilder, type EmbedDraft } from 'linkhaul-player/builder';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { getPublicUrl } from '../../lib/accounts/public-address.ts';
import type { Capabilities } from '../../lib/api/index.ts';
import { Empty } from '../empty/Empty.tsx';
import { FilePlayer } from '../files/details/FilePlayer.tsx';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import type { PartProps } from './EmbedField.tsx';
import { EmbedSection } from './EmbedSection.tsx';
import { Formats } from './Formats.tsx';
import { MovedPlayers } from './MovedPlayers.tsx';
import { DetailsPart } from './parts/DetailsPart.tsx';
import { FilePart } from './parts/FilePart.tsx';
import { PosterPart } from './parts/PosterPart.tsx';
import { TracksPart } from './parts/TracksPart.tsx';
import type { FileDetails } from './useFileDetails.ts';
import './embed.css';

interface EmbedBuilderProps extends PartProps {
  /** Undefined on the demo site, where the service is a field. */
  readonly account?: Account;
  readonly fileDetails?: FileDetails;
  /** The options that the host's player accepts. If undefined, all. */
  readonly takes?: Capabilities['playerOptions'];
  readonly onChoose?: () => void;
  /** The search for a file, which comes first. */
  readonly children?: ComponentChildren;
}

const takesAll: Capabilities['playerOptions'] = { poster: true, subtitles: true };

/** In the order of use. In a wide window the preview stays visible. */
export function EmbedBuilder(props: EmbedBuilderProps) {
  const { state, builder, account, fileDetails, takes = takesAll, onChoose, children } = props;
  return (
    <div class="embed">
      {children}
      <Preview state={state} takes={takes} onChoose={onChoose} />
      <div class="embed-form stack">
        <Formats state={state} file={fileDetails?.file} hasPoster={takes.poster} />
        <FilePart
          state={state}
          builder={builder}
          fileDetails={fileDetails}
          takes={takes}
          hasService={account === undefined}
        />
        {takes.poster && (
          <PosterPart state={state} builder={builder} serviceImage={fileDetails?.file?.image ?? null} />
        )}
        {takes.subtitles && <TracksPart state={state} builder={builder} />}
        <DetailsPart state={state} builder={builder} />
        {account && <MovedPlayers to={getPublicUrl(account)} from={account.formerUrls ?? []} />}
      </div>
    </div>
  );
}

interface PreviewProps extends Pick<PartProps, 'state'> {
  readonly takes: Capabilities['playerOptions'];
  readonly onChoose: (() => void) | undefined;
}

/** The real player with all valid input so far. */
function Preview({ state: { parsed }, takes, onChoose }: PreviewProps) {
  const { preview, options, document } = parsed;
  // Debounced, because each change reloads the player.
  const debounced = useDebouncedValue(preview && JSON.stringify(preview));
  const shown = debounced === null ? null : (JSON.parse(debounced) as EmbedCodeOptions);
  const label = options === null ? shown?.subtitle?.label : undefined;
  const { width = 640, height = 360 } = shown ?? {};
  return (
    <div class="embed-preview" style={{ '--shape': width / height }}>
      <EmbedSection title={t('embed.preview')}>
        {shown ? (
          <FilePlayer {...shown} loading={shown.loading ?? 'lazy'} />
        ) : (
          <Empty
            class="embed-preview-empty"
            icon="video"
            level="h3"
            title={t('embed.chooseTitle')}
            text={t(takes.poster && takes.subtitles ? 'embed.intro' : 'embed.introPlain')}
            action={onChoose && { label: t('embed.choose'), onClick: onChoose }}
          />
        )}
        {label !== undefined && document !== null && (
          <p class="tone-quiet">{t('embed.previewOne', { label })}</p>
        )}
      </EmbedSection>
    </div>
  );
}

/** @param subject of the draft. Remount with a new `key` to change it */
export function useBuilder(subject: string, fresh: () => EmbedDraft): readonly [BuilderState, Builder] {
  const { drafts } = usePageApi();
  const name = `embed ${subject}`;
  const [builder] = useState(() =>
    createBuilder({ draft: (drafts.get(name) as EmbedDraft | undefined) ?? fresh() }),
  );
  const [state, setState] = useState(builder.state);
  useLayoutEffect(() => {
    builder.subscribe(() => {
      setState(builder.state);
      drafts.set(name, builder.state.draft);
    });
    return () => builder.close();
  }, []);
  return [state, builder];
}
