import { expect, test } from 'vitest';
import { classifyFailure } from '../../../../lib/uploads/requests/failure.ts';

test.each([
  ['network', null, true, 'uncertain network'],
  ['timeout', null, true, 'uncertain network'],
  ['invalid-response', '<html>', true, 'uncertain service'],
  ['refused', 'Something odd', true, 'uncertain network'],
  ['unexpected', null, true, 'uncertain network'],
  ['network', null, false, 'wait network'],
  ['aborted', null, false, 'wait network'],
  ['invalid-response', null, false, 'wait service'],
  ['rate-limited', 'Too Many Requests', false, 'wait rate-limited, after a check'],
  ['quota-exceeded', 'limit reached', false, 'wait quota, after a check'],
  ['unauthorized', 'Wrong auth', false, 'wait account'],
  ['refused', 'No free slots', false, 'wait slots, after a check'],
  ['refused', 'All remote upload slots are in use', false, 'wait slots, after a check'],
  ['refused', 'Your upload queue is full', false, 'wait slots, after a check'],
  ['refused', 'Too many active uploads', false, 'wait slots, after a check'],
  ['refused', 'max urls limit: 15', false, 'wait slots, after a check'],
  ['refused', 'Links limit reached', false, 'wait slots, after a check'],
  ['refused', 'The limit of remote uploads is reached', false, 'wait slots, after a check'],
  ['refused', 'No upload server available', false, 'wait service, after a check'],
  ['refused', 'Service temporarily unavailable', false, 'wait service, after a check'],
  ['refused', 'Please try again in 5 minutes', false, 'wait service, after a check'],
  ['refused', 'The system is under maintenance', false, 'wait service, after a check'],
  ['refused', 'Server overloaded', false, 'wait service, after a check'],
  ['refused', 'Please wait 30 seconds', false, 'wait service, after a check'],
  ['refused', 'Try another link', false, 'refused'],
  ['refused', 'All slots are already in use', false, 'wait slots, after a check'],
  ['refused', 'This URL is already in your queue', false, 'already-queued'],
  ['refused', 'Error: this link exists', false, 'already-queued'],
  ['refused', 'Duplicate', true, 'already-queued'],
  ['refused', 'This host is not allowed', false, 'refused'],
  ['refused', null, false, 'refused'],
  ['not-found', 'No such folder', false, 'refused'],
] as const)('%s “%s”, effect possible: %s → %s', (code, msg, mayHaveTakenEffect, expected) => {
  const failure = classifyFailure({ code, msg, mayHaveTakenEffect });
  const checked = failure.kind === 'wait' && failure.mayBeThere ? ', after a check' : '';
  expect('reason' in failure ? `${failure.kind} ${failure.reason}${checked}` : failure.kind).toBe(expected);
  expect(failure.failure).toEqual({ code, msg });
});
