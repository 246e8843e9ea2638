import { classifyMessage, isEmptyListMessage } from '../classify-message.ts';
import { isApiError } from '../errors.ts';

/** A list, as `ApiResponse.readList` returns it. Some services refuse an empty one with "Nothing to report" (docs/http-api.md, "Errors"). */
export async function emptyIfRefused<T>(
  read: () => Promise<{ readonly entries: T[]; readonly skipped: number }>,
): Promise<{ readonly entries: T[]; readonly skipped: number }> {
  try {
    return await read();
  } catch (error) {
    const msg = isApiError(error, 'refused', 'not-found') ? (error.msg ?? '') : '';
    // "No such folder" isn't about the list.
    if (isEmptyListMessage(msg) && classifyMessage(msg) === null) return { entries: [], skipped: 0 };
    throw error;
  }
}
