import { describe, expect, test } from 'vitest';
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

describe('the words of a refusal', () => {
  test.each([
    'Urls max limit 15',
    'Only 15 urls allowed',
    'You can only have 5 active remote uploads',
    'Only 5 uploads at once are allowed',
    'No more than 15 URLs at a time',
    'no more urls allowed now',
    '15 urls max',
    'Too many files in queue',
    'Too many pending files',
    'Too many active remote tasks',
    'You already have 15 pending remote uploads',
    'The queue already has 15 urls, which is the maximum',
    'Your download queue is already full',
    'Please wait until your current uploads finish',
    'Please wait, 5 uploads in progress',
    'All your remote threads are busy',
    'Queue overflow',
    'Queue size exceeded',
    'Remote upload max reached',
    'Concurrent downloads limit',
    'remote queue max: 10',
  ])('“%s” means that the queue is full', (msg) => {
    expect(classifyRefusal(msg)).toBe('wait slots');
  });

  test.each([
    'Please try later',
    'Please retry in a few minutes',
    'We are upgrading, come back soon',
    'Server overloaded',
    'Upload server not available',
    'Maintenance mode',
    'Temporarily unavailable',
    'Remote upload is disabled temporarily',
    'URL upload is temporarily unavailable',
    'The link could not be added, try again later',
  ])('“%s” means that the service is unavailable', (msg) => {
    expect(classifyRefusal(msg)).toBe('wait service');
  });

  test.each(['url was added before', 'Same URL in queue', 'Repeated URL', 'exists in the queue'])(
    '“%s” means that the service has the link',
    (msg) => {
      expect(classifyRefusal(msg)).toBe('already-queued');
    },
  );

  test.each([
    'Max upload file size is 5GB',
    'Link limit: 2048 characters',
    'The file is larger than the upload limit of 100 MB',
    'Only direct links are allowed',
    'Only premium users can use remote upload',
    'Remote server is unavailable',
    'This file is temporarily unavailable',
    'Source host is under maintenance',
    'https://files.example/queue/full/already is not supported',
  ])('“%s” is about the link', (msg) => {
    expect(classifyRefusal(msg)).toBe('refused');
  });
});

function classifyRefusal(msg: string): string {
  const failure = classifyFailure({ code: 'refused', msg, mayHaveTakenEffect: false });
  return 'reason' in failure ? `${failure.kind} ${failure.reason}` : failure.kind;
}
