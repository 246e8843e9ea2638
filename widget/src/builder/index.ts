/** The embed builder without a user interface. Never throws on user input. The element doesn't import this entry. */

export type { Checking } from './address-checks.ts';
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
  getTrackLabel,
  moveTrack,
  newDraft,
  removeTrack,
  type TrackDraft,
} from './draft.ts';
export { createMoveLines } from './move-lines.ts';
export type { SubtitleKind } from './read-cues.ts';
export {
  applyFileOptions,
  type DraftField,
  type DraftProblem,
  hasSameTracks,
  type ParsedDraft,
  readDraft,
} from './read-draft.ts';
export { type FileOptions, type FileReading, formatFile, readFile } from './read-file.ts';
