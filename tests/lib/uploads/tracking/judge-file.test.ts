import { describe, expect, test } from 'vitest';
import { ApiError, type Transfer } from '../../../../lib/api/index.ts';
import { judgeFile, seemsFinished } from '../../../../lib/uploads/tracking/judge-file.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { runningUpload } from '../samples.ts';

type Evidence = Parameters<typeof judgeFile>[1];

const file = { title: 'One', size: 10 };
const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };
const failed = new ApiError('invalid-response', 'No answer', facts);
const transfer = (fields: Partial<Transfer>) =>
  ({ phase: 'working', bytesDownloaded: 1, bytesTotal: 10, progress: 10, ...fields }) as Transfer;

/** An upload whose transfer has left the list. */
const verifying = (misses = 0, changes: Partial<Upload> = {}): Upload =>
  runningUpload({ state: 'verifying', verification: { misses, nextAtMs: 0 }, ...changes });
const own = (sizeBytes: number, misses = 0) => verifying(misses, { source: 'file', sizeBytes });

const placed = { isDone: true, failure: null, file };
const misplaced = { ...placed, isDone: false };
const lastPlacement = { verification: { misses: 0, nextAtMs: 0, placements: 9 } };

const found: Partial<Evidence> = { result: file, file, placement: placed };
const missing: Partial<Evidence> = { result: null, file: null, placement: null };

function judge(upload: Upload, evidence: Partial<Evidence>): string {
  const rest = { result: undefined, file: undefined, placement: undefined, transfer: undefined };
  const context = { isListKnown: true, mayHide: false, nowMs: 10_000 };
  const action = judgeFile(upload, { ...rest, ...context, ...evidence });
  if (action?.type !== 'recordMiss') return action?.type ?? 'nothing';
  return action.retryAtMs === null ? 'last miss' : 'miss';
}

describe('judgeFile', () => {
  test.each<[what: string, upload: Upload, evidence: Partial<Evidence>, action: string]>([
    ['its file is there', verifying(), found, 'confirmFile'],
    ['there is no file', verifying(), missing, 'miss'],
    ['there is no file after several searches', verifying(4), missing, 'last miss'],
    [
      'the same, where no list could show its transfer',
      verifying(4),
      { ...missing, isListKnown: false },
      'miss',
    ],
    ['the same, where lists stay empty', verifying(4), { ...missing, mayHide: true }, 'followFile'],
    ['nothing was said of it', verifying(), {}, 'nothing'],
    ['the service fails at it', verifying(), { result: failed }, 'miss'],
    ['the service fails at it for good', verifying(9), { result: failed }, 'last miss'],
    [
      'the service fails for good, where lists stay empty',
      verifying(9),
      { result: failed, mayHide: true },
      'last miss',
    ],
    ['it is whole', own(10), found, 'confirmFile'],
    ['it is not yet whole', own(20), { ...found, placement: undefined }, 'miss'],
    ['it never becomes whole', own(20, 4), { ...found, placement: undefined }, 'refuse'],
    ['its folder was not tried', own(10), { ...found, placement: undefined }, 'nothing'],
    ['its folder is not shown yet', own(10), { ...found, placement: misplaced }, 'miss'],
    ['its folder was refused', own(10), { ...found, placement: { ...misplaced, failure: failed } }, 'miss'],
    [
      'its folder is never shown',
      verifying(0, { source: 'file', sizeBytes: 10, ...lastPlacement }),
      { ...found, placement: misplaced },
      'confirmFile',
    ],
    [
      'it is in the list',
      runningUpload({ verification: null }),
      { ...found, transfer: transfer({}) },
      'nothing',
    ],
    [
      'it seems finished in the list',
      runningUpload({ verification: null }),
      { ...found, transfer: transfer({ progress: 100 }) },
      'confirmFile',
    ],
    [
      'it seems finished in the list, without a file',
      runningUpload({ verification: null }),
      { ...missing, transfer: transfer({ progress: 100 }) },
      'nothing',
    ],
    ['it was archived meanwhile', verifying(0, { state: 'archived' }), found, 'nothing'],
  ])('%s', (_, upload, evidence, action) => {
    expect(judge(upload, evidence)).toBe(action);
  });
});

describe('seemsFinished', () => {
  test.each<[fields: Partial<Transfer>, isFinished: boolean]>([
    [{}, false],
    [{ bytesDownloaded: 10 }, true],
    [{ progress: 100 }, true],
    [{ phase: 'unknown', progress: null }, true],
    [{ phase: 'unknown', progress: 0 }, true],
    [{ phase: 'unknown', progress: 40 }, false],
    [{ phase: 'error', bytesDownloaded: 10 }, false],
  ])('%j: %j', (fields, isFinished) => {
    expect(seemsFinished(transfer(fields))).toBe(isFinished);
  });
});
