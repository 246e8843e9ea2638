/** How stored things are spelled in answers (docs/http-api.md, "Files"). */

import { dateTime } from '../date-time.ts';
import { decodeAddress } from '../http-address.ts';
import type { Settings } from '../service-settings.ts';
import type { StoredFile } from '../store/files.ts';
import type { Folder } from '../store/folders.ts';
import type { Transfer } from '../store/transfers.ts';

/** What an entry of a per-file answer says of a code that is no file of the caller's. */
export const NOT_FOUND_MESSAGE = 'Not found or not your file';

export function imagePaths(file: StoredFile): { single_img: string; thumb_img: string; splash_img: string } {
  return {
    single_img: `/i/single/${file.code}`,
    thumb_img: `/i/thumb/${file.code}`,
    splash_img: `/i/splash/${file.code}`,
  };
}

/** "File (as listed by file list and folder list)". */
export function listedFile(file: StoredFile, origin: string) {
  return {
    file_code: file.code,
    title: file.title,
    download_url: `${origin}/d/${file.code}`,
    single_img: imagePaths(file).single_img,
    canplay: file.canPlay,
    length: String(file.length),
    views: String(file.views),
    uploaded: dateTime(file.uploaded),
    public: String(file.isPublic),
    fld_id: String(file.folderId),
  };
}

/** "File details (file info)". */
export function fileDetails(file: StoredFile) {
  const { single_img, splash_img } = imagePaths(file);
  return {
    single_img,
    status: 200,
    filecode: file.code,
    splash_img,
    canplay: file.canPlay,
    size: String(file.size),
    views: String(file.views),
    length: String(file.length),
    uploaded: dateTime(file.uploaded),
    last_view: file.lastView === null ? '' : dateTime(file.lastView),
    protected_embed: `/e/${file.protectedEmbed}`,
    protected_dl: `/d/${file.protectedDownload}`,
    title: file.title,
  };
}

/** "Upload result entry (after local upload)". */
export function uploadResult(file: StoredFile, origin: string) {
  const { single_img, splash_img } = imagePaths(file);
  return {
    download_url: `${origin}/d/${file.code}`,
    single_img: origin + single_img,
    status: 200,
    filecode: file.code,
    splash_img: origin + splash_img,
    canplay: file.canPlay,
    size: String(file.size),
    length: String(file.length),
    uploaded: dateTime(file.uploaded),
    protected_embed: `${origin}/e/${file.protectedEmbed}`,
    protected_dl: `${origin}/d/${file.protectedDownload}`,
    title: file.title,
  };
}

/** "Folder". */
export function listedFolder(folder: Folder) {
  return { name: folder.name, code: folder.code, fld_id: String(folder.id) };
}

/** "Remote upload transfer", with the address and the words of some services. */
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
