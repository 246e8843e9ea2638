/**
 * The embed builder without its looks: what somebody enters who wants a player on their website, what is wrong with it, and
 * what comes out. Pages that draw it bring the fields and the sentences.
 *
 * Promises: no text that is entered throws; `options` are given exactly when every format can be made of them.
 * This entry is not part of the element and of none of its sizes.
 */
export { type Builder, type BuilderOptions, type BuilderState, createBuilder } from './builder.ts';
export {
  type CheckOptions,
  checkDocument,
  checkSubtitle,
  type DocumentCheck,
  type ReadFailure,
  type SubtitleCheck,
} from './check-online.ts';
export { createCspLine } from './csp.ts';
export {
  addTrack,
  changeTrack,
  type EmbedDraft,
  moveTrack,
  newDraft,
  removeTrack,
  type TrackDraft,
} from './draft.ts';
export { type FileOptions, type FileReading, formatFile, readFile } from './file.ts';
export type { Checking } from './lookout.ts';
export {
  applyFileOptions,
  type DraftField,
  type DraftProblem,
  type DraftReading,
  hasSameTracks,
  readDraft,
} from './read.ts';
export type { SubtitleKind } from './subtitle-kind.ts';
