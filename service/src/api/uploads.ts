/** The address for a local upload (docs/http-api.md, "Upload server"). The POST itself is in ../upload-post.ts. */
import type { Endpoint } from './endpoint.ts';

export const uploadServer: Endpoint = {
  path: '/api/upload/server',
  answer({ account, now, origin, service }) {
    return { result: `${origin}/upload/${service.store.uploadAddresses.create(account.id, now)}` };
  },
};
