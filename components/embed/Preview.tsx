/** The real player with what is right so far, as a website would show it. */
import 'linkhaul-player/element';
import type { EmbedCodeOptions } from 'linkhaul-player';
import type { LinkhaulPlayer } from 'linkhaul-player/element';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text.ts';
import { EmbedSection } from './EmbedSection.tsx';
import type { PartProps } from './parts/part.ts';
import { useDebouncedValue } from './useDebouncedValue.ts';

export function Preview({ state }: Pick<PartProps, 'state'>) {
  const { preview, options } = state.reading;
  // Each change loads the player anew, so not every key shall.
  const settled = useDebouncedValue(preview && JSON.stringify(preview));
  const shown = settled === null ? null : (JSON.parse(settled) as EmbedCodeOptions);
  const label = options === null ? shown?.subtitle?.label : undefined;
  return (
    <EmbedSection title={t('embed.preview')}>
      {shown ? <Player {...shown} /> : <p class="embed-stage embed-quiet">{t('embed.previewNone')}</p>}
      {label !== undefined && state.reading.document !== null && (
        <p class="embed-quiet">{t('embed.previewOne', { label })}</p>
      )}
    </EmbedSection>
  );
}

function Player({ title, poster, subtitle, subtitles, ...rest }: EmbedCodeOptions) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<LinkhaulPlayer | null>(null);
  useLayoutEffect(() => {
    if (!player.current) {
      player.current = document.createElement('linkhaul-player');
      // Nobody's visit is to be kept from the host here, and the poster is what one wants to see.
      player.current.loading = 'eager';
      player.current.playLabel = t('embed.play');
      stage.current?.append(player.current);
    }
    Object.assign(player.current, {
      baseUrl: rest.baseUrl,
      fileCode: rest.fileCode,
      allowHttp: rest.allowHttp ?? false,
      title: title ?? '',
      poster: poster ?? null,
      subtitleFile: subtitle?.file ?? null,
      subtitleLabel: subtitle?.label ?? null,
      subtitlesJson: subtitles?.json ?? null,
    });
  });
  return <div ref={stage} class="embed-player" />;
}
