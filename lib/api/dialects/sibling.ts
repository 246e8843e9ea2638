/** The dialect of a dozen hosts that run one script (docs/http-api.md, "The sibling dialect"). */
import type { Capabilities } from './dialect.ts';

export const siblingCapabilities: Capabilities = {
  canSetTitleWhenSending: false,
  canPlaceOwnFiles: true,
  canDeleteFiles: true,
  canMoveFolders: true,
  canCheckFile: false,
  hasImages: false,
  hasEncodings: true,
  hasDeletedList: true,
  hasFileSizes: false,
  hasReportRange: false,
  reportsProgress: 'percent',
  slots: 'free',
  takedowns: 'hours',
  playerOptions: { poster: false, subtitles: false },
};
