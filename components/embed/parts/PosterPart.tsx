/** Loads the poster as a website would, which is the only way to check it. */
import type { EmbedDraft } from 'linkhaul-player/builder';
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { RadioGroup } from '../../field/RadioGroup.tsx';
import { useDebouncedValue } from '../../hooks/useDebouncedValue.ts';
import { Icon } from '../../icons/Icon.tsx';
import { downloadBlob } from '../../save-as-file.ts';
import { type PlainKey, t } from '../../text.ts';
import { draftField, EmbedField, type PartProps } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import type { CheckResult } from '../wording.ts';

interface PosterPartProps extends PartProps {
  readonly serviceImage: string | null;
}

const posterShows: readonly (readonly [EmbedDraft['posterShow'], name: PlainKey, hint: PlainKey])[] = [
  ['eager', 'embed.posterShow.eager', 'embed.posterShow.eagerHint'],
  ['hover', 'embed.posterShow.hover', 'embed.posterShow.hoverHint'],
];

interface LoadResult {
  readonly address: string;
  readonly isLoaded: boolean;
}

export function PosterPart({ serviceImage, ...part }: PosterPartProps) {
  const { state, builder } = part;
  const { draft, parsed } = state;
  const address = useDebouncedValue(parsed.preview?.poster ?? null);
  const [loaded, setLoaded] = useState<LoadResult | null>(null);
  const loadResult = loaded?.address === address ? loaded : null;
  const isOnService =
    address !== null && parsed.file !== null && getOrigin(address) === getOrigin(parsed.file.baseUrl);
  const fileCode = parsed.file?.fileCode ?? null;
  /** Only a listing had this image. */
  const [left, setLeft] = useState<{ readonly fileCode: string | null; readonly image: string } | null>(null);
  const fileImage = serviceImage ?? (left?.fileCode === fileCode ? left?.image : null) ?? null;

  function setPoster(poster: string, hasOwnPoster: boolean) {
    if (!draft.hasOwnPoster && isOnService) setLeft({ fileCode, image: address });
    builder.change((now) => ({ ...now, poster, hasOwnPoster }));
  }

  return (
    <EmbedSection title={t('embed.poster')}>
      {fileImage !== null && (
        <div class="stack gap-1">
          <p aria-hidden="true">{t('embed.posterImage')}</p>
          <RadioGroup
            class="embed-choice"
            label={t('embed.posterImage')}
            kind="segment"
            value={draft.hasOwnPoster}
            choices={[
              [false, t('embed.posterOwn')],
              [true, t('embed.posterCustom')],
            ]}
            onChange={(isOwn) => setPoster(isOwn ? '' : fileImage, isOwn)}
          />
          {draft.hasOwnPoster && draft.poster.trim() === '' && (
            <p class="small tone-quiet">{t('embed.posterCustomHint')}</p>
          )}
        </div>
      )}
      <EmbedField
        {...draftField(part, 'poster')}
        kind="url"
        label={t('embed.posterField')}
        hint={t('embed.posterHint')}
        result={address === null ? null : posterResult(loadResult, isOnService)}
        onInput={(text) => setPoster(text, text.trim() !== fileImage)}
      />
      <div class="embed-poster flow gap-3">
        {/* Reserves the space of the image, so that nothing below moves. */}
        <span class="picture embed-picture tone-quiet center">
          {address === null || loadResult?.isLoaded === false ? (
            <Icon name="image" />
          ) : (
            <img
              key={address}
              src={address}
              alt={loadResult?.isLoaded ? t('embed.posterPreview') : ''}
              referrerpolicy="no-referrer"
              onLoad={() => setLoaded({ address, isLoaded: true })}
              onError={() => setLoaded({ address, isLoaded: false })}
            />
          )}
        </span>
        {draft.hasOwnPoster && fileImage !== null && (
          <Button isSmall icon="image" onClick={() => savePicture(fileImage)}>
            {t('embed.posterSave')}
          </Button>
        )}
      </div>
      {isOnService && (
        <div class="stack gap-1">
          <p aria-hidden="true">{t('embed.posterShow.title')}</p>
          <RadioGroup
            class="embed-choice"
            label={t('embed.posterShow.title')}
            kind="segment"
            value={draft.posterShow}
            choices={posterShows.map(([show, name]) => [show, t(name)])}
            onChange={(posterShow) => builder.change((now) => ({ ...now, posterShow }))}
          />
          <p class="small tone-quiet" role="status">
            {posterShows.map(([show, , hint]) => show === draft.posterShow && t(hint))}
          </p>
        </div>
      )}
    </EmbedSection>
  );
}

function posterResult(loadResult: LoadResult | null, isOnService: boolean): CheckResult {
  if (loadResult === null) return { tone: 'quiet', text: t('embed.posterLoading') };
  if (!loadResult.isLoaded) return { tone: 'bad', text: t('embed.posterBad') };
  return { tone: 'good', text: isOnService ? t('embed.posterOnService') : t('embed.posterGood') };
}

const getOrigin = (address: string) => URL.parse(address)?.origin;

/** If the site doesn't allow reading the image, opens it in a tab, where the user can save it. */
async function savePicture(address: string): Promise<void> {
  try {
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    const picture = await response.blob();
    const [kind, ending = ''] = picture.type.split(/[/+;]/u);
    if (!response.ok || kind !== 'image') throw new Error(`${response.status} ${picture.type}`);
    downloadBlob(`poster.${ending.replace('jpeg', 'jpg')}`, picture);
  } catch (error) {
    console.warn('The picture cannot be read here', error);
    open(address, '_blank', 'noopener,noreferrer');
  }
}
