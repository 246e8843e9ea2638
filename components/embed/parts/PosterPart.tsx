/** The poster. Loaded here as on a website, because there is no other way to check it. */
import type { EmbedDraft } from 'linkhaul-player/builder';
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { RadioGroup } from '../../field/RadioGroup.tsx';
import { useDebouncedValue } from '../../hooks/useDebouncedValue.ts';
import { Icon } from '../../icons/Icon.tsx';
import { type PlainKey, t } from '../../text.ts';
import { downloadBlob } from '../../uploads/save-as-file.ts';
import { draftField, EmbedField, type PartProps } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import type { CheckResult } from '../wording.ts';

interface PosterPartProps extends PartProps {
  readonly serviceImage: string | null;
}

const posterShows: readonly (readonly [EmbedDraft['posterShow'], name: PlainKey, hint: PlainKey])[] = [
  ['eager', 'embed.posterShow.eager', 'embed.posterShow.eagerHint'],
  ['own', 'embed.posterShow.own', 'embed.posterShow.ownHint'],
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
    address !== null && parsed.file !== null && originOf(address) === originOf(parsed.file.baseUrl);
  const field = draftField(part, 'poster');
  /** The service's image, kept while the user enters another one. */
  const [left, setLeft] = useState<string | null>(null);
  const saved = left ?? serviceImage;
  function setShow(posterShow: EmbedDraft['posterShow']) {
    if (posterShow === 'own') setLeft(isOnService ? address : null);
    const poster = posterShow === 'own' ? '' : (saved ?? '');
    builder.change((now) => ({
      ...now,
      posterShow,
      ...((posterShow === 'own') !== (now.posterShow === 'own') && { poster }),
    }));
  }
  return (
    <EmbedSection title={t('embed.poster')}>
      <EmbedField
        {...field}
        kind="url"
        label={t('embed.posterField')}
        hint={t('embed.posterHint')}
        result={address === null ? null : posterResult(loadResult, isOnService)}
      />
      <div class="embed-poster flow gap-3">
        {/* Takes up its space before the image loads, so that nothing below moves. */}
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
        {draft.posterShow !== 'own' && serviceImage !== null && draft.poster.trim() !== serviceImage && (
          <Button isSmall icon="image" onClick={() => field.onInput(serviceImage)}>
            {t('embed.posterOwn')}
          </Button>
        )}
        {draft.posterShow === 'own' && saved !== null && (
          <Button isSmall icon="image" onClick={() => savePicture(saved)}>
            {t('embed.posterSave')}
          </Button>
        )}
      </div>
      {(isOnService || draft.posterShow === 'own') && (
        <div class="stack gap-1">
          <p aria-hidden="true">{t('embed.posterShow.title')}</p>
          <RadioGroup
            class="embed-show"
            label={t('embed.posterShow.title')}
            kind="segment"
            value={draft.posterShow}
            choices={posterShows.map(([show, name]) => [show, t(name)])}
            onChange={setShow}
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

const originOf = (address: string) => URL.parse(address)?.origin;

/** Saves an image. If another site doesn't allow reading it, opens it in a tab, where the user can save it. */
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
