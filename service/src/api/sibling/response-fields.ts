/** Converts stored records to response fields (docs/http-api.md, "The sibling dialect"). */
import { dateTime } from '../../date-time.ts';
import { decodeAddress } from '../../http-address.ts';
import type { Settings } from '../../service-settings.ts';
import type { StoredFile } from '../../store/files.ts';
import type { Folder } from '../../store/folders.ts';
import type { Transfer } from '../../store/transfers.ts';
import { pagePath } from '../dialect.ts';
import type { Call } from '../endpoint.ts';
import { imagePaths } from '../image-paths.ts';
import { encodingState } from './encoding.ts';

const canPlay = (file: StoredFile, settings: Settings): number =>
  encodingState(file, settings).isDone ? file.canPlay : 0;

export const playerAddress = ({ service, shareUrl }: Call, { code }: StoredFile): string =>
  shareUrl + pagePath(service.settings.playerPath, code);

/** "File entry (sibling)". */
export function listedFile(call: Call, file: StoredFile) {
  return {
    file_code: file.code,
    title: file.title,
    length: String(file.length),
    views: String(file.views),
    uploaded: dateTime(file.uploaded),
    fld_id: String(file.folderId),
    public: String(file.isPublic),
    canplay: canPlay(file, call.service.settings),
    link: playerAddress(call, file),
    thumbnail: call.shareUrl + imagePaths(file).thumb_img,
  };
}

/** "File info (sibling)", which has no size. */
export function fileDetails({ service, shareUrl }: Call, file: StoredFile) {
  return {
    status: 200,
    filecode: file.code,
    file_title: file.title,
    file_length: String(file.length),
    file_views: String(file.views),
    file_views_full: String(file.views),
    file_created: dateTime(file.uploaded),
    file_last_download: file.lastView === null ? '' : dateTime(file.lastView),
    file_fld_id: String(file.folderId),
    file_public: String(file.isPublic),
    file_adult: String(file.isAdult),
    canplay: canPlay(file, service.settings),
    player_img: shareUrl + imagePaths(file).splash_img,
    cat_id: '0',
    tags: file.tags,
  };
}

export function listedFolder(folder: Folder) {
  return { name: folder.name, code: folder.code, fld_id: String(folder.id), descr: folder.description };
}

/** "Transfer list (sibling)". */
export function listedTransfer(transfer: Transfer, settings: Settings) {
  const { state, bytesDownloaded, bytesTotal } = transfer;
  const { decodeRemoteUrls, finishedStatus, transferCodes, workingStatus } = settings;
  const words = { pending: 'PENDING', working: workingStatus, error: 'ERROR', finished: finishedStatus };
  const hasCode = transferCodes === 'always' || (transferCodes === 'working' && state !== 'pending');
  return {
    remote_url: decodeRemoteUrls ? decodeAddress(transfer.url) : transfer.url,
    progress: String(bytesTotal > 0 ? Math.min(100, Math.floor((bytesDownloaded / bytesTotal) * 100)) : 0),
    status: words[state],
    file_code: hasCode ? transfer.fileCode : '',
    fld_id: String(transfer.folderId),
  };
}
