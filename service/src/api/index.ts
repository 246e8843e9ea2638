/** Every endpoint of docs/http-api.md. A new one is a function beside these and a line in this table. */
import { accountInfo, accountStats } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { fileCheck, fileClone, fileImage, fileInfo, fileList, fileMove, fileRename } from './files.ts';
import { folderCreate, folderList, folderRename } from './folders.ts';
import {
  remoteUploadActions,
  remoteUploadAdd,
  remoteUploadList,
  remoteUploadSlots,
  remoteUploadStatus,
} from './remote-uploads.ts';
import { searchVideos } from './search.ts';
import { takedownList } from './takedowns.ts';
import { uploadServer } from './uploads.ts';

export const endpoints: readonly Endpoint[] = [
  accountInfo,
  accountStats,
  takedownList,
  uploadServer,
  fileClone,
  remoteUploadAdd,
  remoteUploadList,
  remoteUploadStatus,
  remoteUploadSlots,
  remoteUploadActions,
  folderCreate,
  folderRename,
  folderList,
  fileList,
  fileCheck,
  fileInfo,
  fileImage,
  fileRename,
  fileMove,
  searchVideos,
];
