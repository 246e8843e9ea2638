import { expect, test } from 'vitest';
import { ApiError, type FileInfo } from '../../../../lib/api/index.ts';
import { abandonedRequestMs, deletionMs } from '../../../../lib/timing/policies.ts';
import { judgeIntent } from '../../../../lib/uploads/tracking/intents.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { runningUpload } from '../samples.ts';

const facts = { endpoint: 'file/info', msg: null, status: 500, mayHaveTakenEffect: false };
const missing: FileInfo = { found: false, fileCode: 'one', msg: null, error: null };
const unasked = (code: 'network' | 'not-found'): FileInfo => ({
  ...missing,
  error: new ApiError(code, 'No.', facts),
});
const there = { found: true, fileCode: 'one' } as FileInfo;

test.each<
  [
    intent: Upload['intent'],
    state: Upload['state'],
    isThere: boolean,
    info: FileInfo | undefined,
    afterMs: number,
    verdict: ReturnType<typeof judgeIntent>,
  ]
>([
  ['dismiss', 'running', true, undefined, 0, null],
  ['dismiss', 'running', true, undefined, abandonedRequestMs, null],
  ['dismiss', 'running', true, undefined, abandonedRequestMs + 1, 'over'],
  ['dismiss', 'running', false, undefined, 0, 'gone'],
  ['dismiss', 'failed', false, undefined, 0, 'gone'],
  // An upload being verified may still be found.
  ['dismiss', 'verifying', true, undefined, abandonedRequestMs + 1, null],
  ['retry', 'failed', true, undefined, deletionMs, null],
  ['retry', 'failed', true, undefined, deletionMs + abandonedRequestMs + 1, 'over'],
  ['retry', 'failed', false, missing, 0, 'gone'],
  ['retry', 'failed', false, there, 0, 'file'],
  ['retry', 'failed', false, unasked('network'), 0, null],
  ['retry', 'failed', false, unasked('not-found'), 0, 'gone'],
  // The service has restarted the transfer itself.
  ['retry', 'running', false, undefined, 0, null],
  ['retry', 'running', true, undefined, abandonedRequestMs + 1, 'over'],
  ['reroute', 'failed', false, missing, 0, 'gone'],
  ['fetch', 'failed', false, missing, 0, 'gone'],
  ['restart', 'failed', true, undefined, 0, null],
  ['restart', 'failed', false, undefined, 0, null],
  ['restart', 'failed', true, undefined, abandonedRequestMs + 1, 'over'],
  ['restart', 'running', true, undefined, 0, 'over'],
])('%s of one that is %s (listed: %s, file: %o) after %i ms: %s', (...row) => {
  const [intent, state, isThere, info, afterMs, verdict] = row;
  const upload = runningUpload({ fileCode: 'one', intent, state, changedAtMs: 5_000 });
  expect(judgeIntent(upload, { isThere, info, nowMs: 5_000 + afterMs })).toBe(verdict);
});
