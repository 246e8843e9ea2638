/**
 * The details of a file, from the catalog and the service's answer. Title, length, views and size come from the catalog, which
 * has the answer's values and later ones. Pure.
 */
import type { CatalogFile, FileAddresses } from '../../../lib/catalog/file.ts';
import type { FileDetailsAnswer } from '../../../lib/protocol.ts';
import { format, type PlainKey, t } from '../../text.ts';
import { formatLength, formatMoment } from '../model/file-format.ts';

export interface DetailsModel {
  readonly title: string | null;
  readonly folderId: string | null;
  readonly canPlay: boolean | null;
  /** Distinct addresses of all pictures. */
  readonly images: readonly string[];
  readonly download: string | null;
  readonly protectedDownload: string | null;
  readonly protectedEmbed: string | null;
  /** Null: not known (yet). */
  readonly facts: readonly { readonly name: PlainKey; readonly value: string | null }[];
}

export function detailsModel(
  file: CatalogFile | null,
  answer: FileDetailsAnswer | null,
  addresses: FileAddresses | null,
): DetailsModel {
  const info = answer?.info ?? null;
  const images = answer?.images ?? null;
  const length = file?.length ?? info?.length ?? null;
  const views = file?.views ?? info?.views ?? null;
  const size = file?.size ?? info?.size ?? null;
  const uploaded = file?.uploaded ?? parseDate(info?.uploaded);
  const lastView = parseDate(info?.lastView);
  const canPlay = info?.canPlay ?? file?.canPlay ?? null;
  const isPublic = file?.isPublic ?? null;
  return {
    title: file?.title || info?.title || null,
    folderId: file?.folderId ?? null,
    canPlay,
    images: uniqueAddresses([
      info?.singleImage,
      info?.splashImage,
      images?.singleImage,
      images?.splashImage,
      images?.thumbImage,
      addresses?.image,
    ]),
    download: addresses?.download ?? null,
    protectedDownload: info?.protectedDownload ?? null,
    protectedEmbed: info?.protectedEmbed ?? null,
    facts: [
      { name: 'files.column.size', value: size === null ? null : format.bytes(size) },
      { name: 'files.fact.length', value: length === null ? null : formatLength(length) },
      { name: 'files.fact.views', value: views === null ? null : format.number(views) },
      { name: 'files.column.uploaded', value: uploaded === null ? null : formatMoment(uploaded) },
      {
        name: 'files.fact.lastView',
        value: lastView === null ? info && (info.lastView ?? t('files.never')) : formatMoment(lastView),
      },
      { name: 'files.fact.status', value: statusWord(answer?.status ?? null) },
      { name: 'files.filter.playable', value: yesNo(canPlay) },
      { name: 'files.filter.public', value: yesNo(isPublic) },
    ],
  };
}

/** The service's word, in the user's language where it is one that services use. */
function statusWord(status: string | null): string | null {
  if (status?.toLowerCase() === 'active') return t('files.status.active');
  if (status?.toLowerCase() === 'disabled') return t('files.status.disabled');
  return status;
}

const yesNo = (flag: boolean | null): string | null =>
  flag === null ? null : t(flag ? 'files.filter.yes' : 'files.filter.no');

/** `YYYY-MM-DD HH:MM:SS` on the service's clock, as `CatalogFile.uploaded`. */
export function parseDate(text: string | null | undefined): number | null {
  if (!text) return null;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at / 1000;
}

const uniqueAddresses = (addresses: readonly (string | null | undefined)[]): readonly string[] => [
  ...new Set(addresses.filter((address) => address != null)),
];
