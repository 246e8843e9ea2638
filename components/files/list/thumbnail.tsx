import type { CatalogFile } from '../../../lib/catalog/file.ts';
import { Icon } from '../../icons/Icon.tsx';
import { formatLength } from '../wording.ts';
import './file-list.css';

interface ThumbnailProps {
  readonly file: Pick<CatalogFile, 'canPlay' | 'length'>;
  /** Null: none. Undefined: unknown. */
  readonly image: string | null | undefined;
  readonly hasLength?: boolean;
}

/** Called as a function, not rendered, because each key of a search draws all rows again. */
export function thumbnail({ file, image, hasLength = false }: ThumbnailProps) {
  const isShown = image != null && /^https?:/iu.test(image);
  const length = hasLength ? formatLength(file.length) : '';
  return (
    <span class="thumbnail picture center tone-quiet">
      {/* Stays below the image, because replacing it would slow down scrolling. */}
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
      {length !== '' && <span class="thumbnail-length small numbers">{length}</span>}
    </span>
  );
}

const videoIcon = <Icon name="video" class="thumbnail-icon" />;
const documentIcon = <Icon name="document" class="thumbnail-icon" />;

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
