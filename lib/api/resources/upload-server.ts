/** Where a file is to be sent (docs/http-api.md, "Upload server"). */
import { hasCredentials, isHttp, isLoopback } from '../address.ts';
import type { Call, CallOptions } from '../transport.ts';

/**
 * The address for the next upload, without the key. Ask for a fresh one each time: stale ones can swallow a file
 * (docs/http-api.md, "Upload server"). An address that would carry the key in the clear although the service itself is on https is not
 * used: `InvalidResponseError`.
 */
export const uploadServer =
  (call: Call, baseUrl: string) =>
  async (options?: CallOptions): Promise<string> => {
    const answer = await call('fresh', 'upload/server', {}, options);
    const { result } = answer;
    const url = typeof result === 'string' ? URL.parse(result.trim(), `${baseUrl}/`) : null;
    if (typeof result !== 'string' || result.trim() === '' || !url || !isHttp(url) || hasCredentials(url)) {
      throw answer.createUnusableError();
    }
    if (url.protocol === 'http:' && baseUrl.startsWith('https:') && !isLoopback(url))
      throw answer.createUnusableError();
    return url.href;
  };
