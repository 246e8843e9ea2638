/** Converts stored records to response fields (docs/http-api.md, "Files"). */

import { dateTime } from '../../date-time.ts';
import { decodeAddress } from '../../http-address.ts';
import type { Settings } from '../../service-settings.ts';
import type { StoredFile } from '../../store/files.ts';
import type { Folder } from '../../store/folders.ts';
import type { Transfer } from '../../store/transfers.ts';
import { imagePaths } from '../image-paths.ts';

const commonFields = (file: StoredFile) => ({
  title: file.title,
  canplay: file.canPlay,
  length: String(file.length),
  uploaded: dateTime(file.uploaded),
});

/** "File (as listed by file list and folder list)". */
export function listedFile(file: StoredFile, shareUrl: string) {
  return {
    ...commonFields(file),
    file_code: file.code,
    download_url: `${shareUrl}/d/${file.code}`,
    single_img: imagePaths(file).single_img,
    views: String(file.views),
    public: String(file.isPublic),
    fld_id: String(file.folderId),
  };
}

function detailFields(file: StoredFile, shareUrl: string) {
  const { single_img, splash_img } = imagePaths(file);
  return {
    ...commonFields(file),
    single_img: shareUrl + single_img,
    splash_img: shareUrl + splash_img,
    status: 200,
    filecode: file.code,
    size: String(file.size),
    protected_embed: `${shareUrl}/e/${file.protectedEmbed}`,
    protected_dl: `${shareUrl}/d/${file.protectedDownload}`,
  };
}

/** "File details (file info)". Its addresses are paths. */
export function fileDetails(file: StoredFile) {
  return {
    ...detailFields(file, ''),
    views: String(file.views),
    last_view: file.lastView === null ? '' : dateTime(file.lastView),
  };
}

/** "Upload result entry (after local upload)". */
export function uploadResult(file: StoredFile, shareUrl: string) {
  return { ...detailFields(file, shareUrl), download_url: `${shareUrl}/d/${file.code}` };
}

export function listedFolder(folder: Folder) {
  return { name: folder.name, code: folder.code, fld_id: String(folder.id) };
}

/** "Remote upload transfer", as some services vary it. */
export function listedTransfer(
  transfer: Transfer,
  { decodeRemoteUrls, finishedStatus }: Pick<Settings, 'decodeRemoteUrls' | 'finishedStatus'>,
) {
  return {
    file_code: transfer.fileCode,
    remote_url: decodeRemoteUrls ? decodeAddress(transfer.url) : transfer.url,
    status: transfer.state === 'finished' ? finishedStatus : transfer.state,
    bytes_total: String(transfer.bytesTotal),
    bytes_downloaded: String(transfer.bytesDownloaded),
    created: dateTime(transfer.created),
    folder_id: String(transfer.folderId),
  };
}
