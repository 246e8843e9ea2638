/** Files reported for takedown (docs/http-api.md, "Takedowns"). */
import { dateTime } from '../dates.ts';
import { Refusal } from '../envelope.ts';
import type { Endpoint } from './endpoint.ts';

const DEFAULT_PER_PAGE = 500;
/** Protects the service. The description names no most. */
const MAX_PER_PAGE = 10_000;

export const takedownList: Endpoint = {
  path: '/api/dmca/list',
  answer(call) {
    const perPage = call.count('per_page', DEFAULT_PER_PAGE);
    if (perPage > MAX_PER_PAGE) throw new Refusal(400, `At most ${MAX_PER_PAGE} takedowns a page`);
    const offset = (call.count('page', 1) - 1) * perPage;
    const takedowns = call.service.store.takedowns.list(call.account.id, perPage, offset);
    return {
      result: takedowns.map((takedown) => ({
        file_code: takedown.fileCode,
        fld_id: String(takedown.folderId),
        protected_download: takedown.protectedDownload,
        protected_embed: takedown.protectedEmbed,
        reported_on: dateTime(takedown.reported),
        disabled_on: dateTime(takedown.disabled),
      })),
    };
  },
};
