/** Title, length, views and size come from the catalog, which is never older than the service's response. Pure. */

import type { Capabilities } from '../../../lib/api/index.ts';
import { neverViewed, readLastView } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile, FileAddresses } from '../../../lib/catalog/file.ts';
import type { FileDetailsAnswer } from '../../../lib/protocol.ts';
import { toServiceSeconds } from '../../../lib/timing/service-time.ts';
import { formatMoment } from '../../format/service-dates.ts';
import { type PlainKey, t } from '../../text.ts';
import { formatLength, formatSize, formatViews } from '../wording.ts';

export function detailsModel(
  file: CatalogFile | null,
  answer: FileDetailsAnswer | null,
  addresses: FileAddresses | null,
  capabilities: Pick<Capabilities, 'hasFileSizes' | 'canCheckFile'>,
) {
  const info = answer?.info ?? null;
  const images = answer?.images ?? null;
  const size = file?.size ?? info?.size ?? null;
  const length = file?.length ?? info?.length ?? null;
  const views = file?.views ?? info?.views ?? null;
  const uploaded = file?.uploaded ?? toServiceSeconds(info?.uploaded);
  const lastView = info ? readLastView(info) : (file?.lastView ?? null);
  // A text that isn't a date is shown unchanged.
  const viewed = lastView === neverViewed ? t('files.never') : formatMoment(lastView) || info?.lastView;
  const canPlay = info?.canPlay ?? file?.canPlay ?? null;
  /** Null: unknown. Values that the host never returns are left out. */
  const facts: readonly (readonly [name: PlainKey, value: string | null])[] = [
    ...(capabilities.hasFileSizes || size !== null
      ? [['files.column.size', formatSize({ size }) || null] as const]
      : []),
    ['files.fact.length', formatLength(length) || null],
    ['files.fact.views', formatViews({ views }) || null],
    ['files.column.uploaded', formatMoment(uploaded) || null],
    ['files.column.lastView', viewed ?? null],
    ...(capabilities.canCheckFile
      ? [['files.fact.status', statusWord(answer?.status ?? null)] as const]
      : []),
    ['files.filter.playable', yesNo(canPlay)],
    ['files.filter.public', yesNo(file?.isPublic ?? null)],
  ];
  const pictures = [
    info?.singleImage,
    info?.splashImage,
    images?.singleImage,
    images?.splashImage,
    images?.thumbImage,
    addresses?.image,
  ].filter((address) => address != null);
  return {
    title: file?.title || info?.title || null,
    folderId: file?.folderId ?? null,
    canPlay,
    images: [...new Set(pictures)],
    download: addresses?.download ?? null,
    protectedDownload: info?.protectedDownload ?? null,
    protectedEmbed: info?.protectedEmbed ?? null,
    facts,
  };
}

/** Null if the service has none. */
export const getLargestPicture = ({ info, images }: FileDetailsAnswer): string | null =>
  images?.splashImage ?? info.splashImage ?? images?.singleImage ?? info.singleImage;

/** Translates common statuses. */
function statusWord(status: string | null): string | null {
  if (status?.toLowerCase() === 'active') return t('files.status.active');
  if (status?.toLowerCase() === 'disabled') return t('files.status.disabled');
  return status;
}

const yesNo = (flag: boolean | null): string | null =>
  flag === null ? null : t(flag ? 'files.filter.yes' : 'files.filter.no');
