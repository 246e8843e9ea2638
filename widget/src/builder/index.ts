/**
 * The embed builder without a user interface: the draft, its problems, and the resulting options.
 *
 * No input throws; `options` are present exactly when every format can be made of them. The element does not import this
 * entry.
 */

export { createMoveLines } from '../moved-host.ts';
export type { Checking } from './address-checks.ts';
export { type Builder, type BuilderOptions, type BuilderState, createBuilder } from './builder.ts';
export {
  type CheckOptions,
  checkDocument,
  checkSubtitle,
  type DocumentCheck,
  type ReadFailure,
  type SubtitleCheck,
  type SubtitleKind,
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
export {
  applyFileOptions,
  type DraftField,
  type DraftProblem,
  type DraftReading,
  hasSameTracks,
  readDraft,
} from './read-draft.ts';
export { type FileOptions, type FileReading, formatFile, readFile } from './read-file.ts';
