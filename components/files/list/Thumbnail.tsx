/** A file's picture, or what stands for it where the service has none or it cannot be had. */
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import { Icon } from '../../icons/Icon.tsx';
import { lengthOf } from '../model/file-format.ts';
import './thumbnail.css';

export interface ThumbnailProps {
  readonly file: Pick<CatalogFile, 'canPlay' | 'length'>;
  /** Null where there is none; undefined while nobody knows. */
  readonly image: string | null | undefined;
  /** Shows the length in the corner. */
  readonly withLength?: boolean;
}

export function Thumbnail({ file, image, withLength = false }: ThumbnailProps) {
  const isShown = image != null && /^https?:/iu.test(image);
  const length = withLength ? lengthOf(file.length) : '';
  return (
    <span class="thumbnail">
      {/* Stays below the image: to take it out and put it in again would cost with every file that is scrolled past. */}
      {file.canPlay === false ? documentIcon : videoIcon}
      {isShown && (
        <img
          class="thumbnail-image"
          key={image}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          draggable={false}
          onError={hide}
        />
      )}
      {length !== '' && <span class="thumbnail-length">{length}</span>}
    </span>
  );
}

const videoIcon = <Icon name="video" class="thumbnail-icon" />;
const documentIcon = <Icon name="document" class="thumbnail-icon" />;

/** What stands for the picture comes to light. Another file's picture has an element of its own. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
