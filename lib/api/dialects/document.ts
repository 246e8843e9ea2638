/** The dialect of docs/http-api.md. */
import type { Capabilities } from './dialect.ts';

export const documentCapabilities: Capabilities = {
  canSetTitleWhenSending: true,
  canPlaceOwnFiles: false,
  canDeleteFiles: false,
  canMoveFolders: false,
  canCheckFile: true,
  hasImages: true,
  hasEncodings: false,
  hasDeletedList: false,
  hasFileSizes: true,
  hasReportRange: true,
  reportsProgress: 'bytes',
  slots: 'total',
  takedowns: 'pages',
  playerOptions: { poster: true, subtitles: true },
};
