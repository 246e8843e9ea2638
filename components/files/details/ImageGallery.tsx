import { useState } from 'preact/hooks';
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { thumbnail } from '../list/thumbnail.tsx';

interface ImageGalleryProps {
  /** Distinct absolute addresses. */
  readonly images: readonly string[];
  readonly canPlay: boolean | null;
  readonly title: string;
  /** Undefined if the file can't be played. */
  readonly onPlay?: ((poster: string | null) => void) | undefined;
}

export function ImageGallery({ images, canPlay, title, onPlay }: ImageGalleryProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen !== null && images.includes(chosen) ? chosen : (images[0] ?? null);
  return (
    <div class="gallery stack">
      {onPlay ? (
        <button
          type="button"
          class="bare-button gallery-play"
          aria-label={t('files.play', { title })}
          onClick={() => onPlay(shown)}
        >
          {thumbnail({ file: { canPlay, length: null }, image: shown })}
          <span class="gallery-play-icon center">
            <Icon name="play" />
          </span>
        </button>
      ) : (
        thumbnail({ file: { canPlay, length: null }, image: shown })
      )}
      {images.length > 1 && (
        <ul class="flow" aria-label={t('files.images')}>
          {images.map((image, at) => (
            <li key={image}>
              <button
                type="button"
                class="bare-button gallery-choice"
                aria-pressed={image === shown}
                aria-label={t('files.imageOf', { number: at + 1, title })}
                onClick={() => setChosen(image)}
              >
                {thumbnail({ file: { canPlay, length: null }, image })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
