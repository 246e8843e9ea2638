/** Where a file is to be sent (docs/http-api.md, "Upload server"). */
import { hasCredentials, isHttp, isUnencrypted } from '../address.ts';
import type { Call, CallOptions } from '../transport.ts';

/**
 * The address for the next upload, without the key. Ask for a fresh one each time: stale ones can swallow a file
 * (docs/http-api.md, "Upload server"). An address that would carry the key unencrypted is not used, unless the user has
 * decided so for its very host: that of a base address with http.
 */
export const uploadServer =
  (call: Call, baseUrl: string) =>
  async (options?: CallOptions): Promise<string> => {
    const answer = await call('fresh', 'upload/server', {}, options);
    const named = typeof answer.result === 'string' ? answer.result.trim() : '';
    const base = new URL(`${baseUrl}/`);
    const url = URL.parse(named, base);
    const isUsable =
      named !== '' &&
      url !== null &&
      isHttp(url) &&
      !hasCredentials(url) &&
      (!isUnencrypted(url) || (base.protocol === 'http:' && url.hostname === base.hostname));
    if (!isUsable) throw answer.createUnusableError();
    return url.href;
  };
