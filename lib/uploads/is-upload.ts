import { hasShape, listOf } from '../storage/shape.ts';
import { shownStates, type Upload } from './upload.ts';

const text = [String, null] as const;
const number = [Number, null] as const;

const shape = {
  id: String,
  accountId: String,
  source: ['link', 'file', 'external'],
  state: [...shownStates, 'archived'],
  url: String,
  addressKey: String,
  title: text,
  folder: { id: String, name: String },
  private: Boolean,
  via: ['browser', undefined],
  pageUrl: [String, undefined],
  followed: [listOf(String), undefined],
  fetchedFrom: [String, undefined],
  isFolderByRule: Boolean,
  pendingChoice: [
    undefined,
    { folder: [undefined, { id: String, name: String }], title: [String, null, undefined] },
  ],
  batch: [null, { id: String, size: Number }],
  replacedBy: [undefined, { id: String, folder: { id: String, name: String } }],
  linkId: text,
  fallbacks: Array.isArray,
  formerAccountIds: Array.isArray,
  reroute: [null, { reason: String, msg: text, atMs: Number }],
  duplicates: Array.isArray,
  order: Number,
  attempts: Number,
  wait: [null, { reason: String, untilMs: number }],
  uncertainty: [
    null,
    { cause: String, sinceMs: Number, unconfirmedAtMs: number, checks: Number, nextCheckAtMs: number },
  ],
  failure: [null, { code: String, msg: text }],
  fileCode: text,
  claim: ['answer', 'evidence', null],
  unknownStatus: text,
  verification: [null, { misses: Number, nextAtMs: Number, unreportedSinceMs: [Number, undefined] }],
  sizeBytes: number,
  sentBytes: number,
  createdAtMs: Number,
  changedAtMs: Number,
  sentAtMs: number,
  baseline: [null, undefined, { serviceTime: text, fileCodes: Array.isArray }],
  endedAtMs: number,
  arrivedAtMs: number,
  imageUrl: text,
  canPlay: [null, Boolean],
  intent: ['dismiss', 'retry', 'fetch', 'restart', 'reroute', null],
} as const;

export const isUpload = (value: unknown): value is Upload => hasShape(value, shape);
