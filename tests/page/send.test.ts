import { expect, test, vi } from 'vitest';
import { send } from '../../page/send.ts';
import { setBrowser } from '../fake-browser.ts';

const noReceiver = new Error('Could not establish connection. Receiving end does not exist.');
const noAnswer = new Error('The message channel closed before a response was received');

test.each([
  ['that nobody received is sent once more', [noReceiver], 2],
  ['that nobody receives the second time either has failed', [noReceiver, noReceiver], 2],
  ['that may have been received is not sent again', [noAnswer], 1],
] as const)('a request %s', async (_, errors, sent) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const failures: Error[] = [...errors];
  const sendMessage = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { ok: true, value: 'queued' };
  });
  setBrowser({ runtime: { sendMessage } });
  const result = await send('uploads.resume', {}).catch((error: unknown) => error);
  expect(sendMessage).toHaveBeenCalledTimes(sent);
  if (errors.length < sent) expect(result).toBe('queued');
  else expect(result).toMatchObject({ problem: { code: 'unexpected' } });
  vi.restoreAllMocks();
});
