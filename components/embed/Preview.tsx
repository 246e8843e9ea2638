/** The real player with what is right so far, as a website would show it. */
import type { EmbedCodeOptions } from 'linkhaul-player';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { t } from '../text.ts';
import { EmbedSection } from './EmbedSection.tsx';
import { FilePlayer } from './FilePlayer.tsx';
import type { PartProps } from './parts/part.ts';

export function Preview({ state }: Pick<PartProps, 'state'>) {
  const { preview, options } = state.reading;
  // Debounced: each change reloads the player.
  const settled = useDebouncedValue(preview && JSON.stringify(preview));
  const shown = settled === null ? null : (JSON.parse(settled) as EmbedCodeOptions);
  const label = options === null ? shown?.subtitle?.label : undefined;
  return (
    <EmbedSection title={t('embed.preview')}>
      {shown ? (
        <FilePlayer {...shown} loading={shown.loading ?? 'lazy'} />
      ) : (
        <p class="embed-preview-empty center tone-quiet">{t('embed.previewNone')}</p>
      )}
      {label !== undefined && state.reading.document !== null && (
        <p class="tone-quiet">{t('embed.previewOne', { label })}</p>
      )}
    </EmbedSection>
  );
}
