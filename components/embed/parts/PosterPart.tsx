/** The picture before it plays: loaded here as a website would load it, which is the only check there is. */
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { EmbedField } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import type { CheckOutcome } from '../sentences.ts';
import { useDebouncedValue } from '../useDebouncedValue.ts';
import { type PartProps, problemAt } from './part.ts';

export interface PosterPartProps extends PartProps {
  /** The picture that the service has of the file. */
  readonly serviceImage: string | null;
}

/** How loading an address ended. */
interface LoadResult {
  readonly address: string;
  readonly ok: boolean;
}

export function PosterPart({ state, builder, serviceImage }: PosterPartProps) {
  const { draft, reading } = state;
  const address = useDebouncedValue(reading.preview?.poster ?? null);
  const [loaded, setLoaded] = useState<LoadResult | null>(null);
  const loadResult = loaded?.address === address ? loaded : null;
  const isOnService =
    address !== null && reading.file !== null && originOf(address) === originOf(reading.file.baseUrl);
  const setPoster = (poster: string) => builder.change((now) => ({ ...now, poster }));
  return (
    <EmbedSection title={t('embed.poster')}>
      <EmbedField
        code
        label={t('embed.posterField')}
        hint={t('embed.posterHint')}
        value={draft.poster}
        problem={problemAt(reading, 'poster')}
        outcome={address === null ? null : posterOutcome(loadResult, isOnService)}
        onInput={setPoster}
      />
      <div class="embed-poster">
        {/* In its place before there is a picture, so that nothing below moves when there is one. */}
        <span class="embed-picture center">
          {address === null || loadResult?.ok === false ? (
            <Icon name="image" />
          ) : (
            <img
              key={address}
              src={address}
              alt={loadResult?.ok ? t('embed.posterPreview') : ''}
              referrerpolicy="no-referrer"
              onLoad={() => setLoaded({ address, ok: true })}
              onError={() => setLoaded({ address, ok: false })}
            />
          )}
        </span>
        {serviceImage !== null && draft.poster.trim() !== serviceImage && (
          <Button small icon="image" onClick={() => setPoster(serviceImage)}>
            {t('embed.posterOwn')}
          </Button>
        )}
      </div>
    </EmbedSection>
  );
}

function posterOutcome(loadResult: LoadResult | null, isOnService: boolean): CheckOutcome {
  if (loadResult === null) return { tone: 'quiet', text: t('embed.posterLoading') };
  if (!loadResult.ok) return { tone: 'bad', text: t('embed.posterBad') };
  return { tone: 'good', text: isOnService ? t('embed.posterOnService') : t('embed.posterGood') };
}

const originOf = (address: string) => URL.parse(address)?.origin;
