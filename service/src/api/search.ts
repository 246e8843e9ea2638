/** Search in titles (docs/http-api.md, "Search"): an array of file entries. */
import type { Endpoint } from './endpoint.ts';
import { listedFile } from './shapes.ts';

const MAX_MATCHES = 200;
const MAX_WORDS = 20;

export const searchVideos: Endpoint = {
  path: '/api/search/videos',
  answer(call) {
    const words = call.required('search_term').split(/\s+/).slice(0, MAX_WORDS);
    const files = call.service.store.files.search(call.account.id, words, MAX_MATCHES);
    return { result: files.map((file) => listedFile(file, call.origin)) };
  },
};
