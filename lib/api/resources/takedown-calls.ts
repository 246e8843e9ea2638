/** Files reported for takedown (docs/http-api.md, "Takedowns"). */
import { requireCount } from '../arguments.ts';
import { code, createRecordReader, dateTime, id, textOrNull } from '../fields.ts';
import { paginate } from '../paginate.ts';
import type { Call, CallOptions } from '../transport.ts';

/** A file that was reported. */
export interface Takedown {
  /** The code of the file. */
  readonly fileCode: string;
  /** The folder that the file is in; "0" is the root. Null where the service does not say. */
  readonly folderId: string | null;
  /** Code of the protected download link. */
  readonly protectedDownload: string | null;
  /** Code of the protected embed link. */
  readonly protectedEmbed: string | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly reportedOn: string | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone; null while the file is not disabled. */
  readonly disabledOn: string | null;
}

/** Which page of the list. */
export interface TakedownPage {
  /** From 1. */
  readonly page?: number | undefined;
  /** Entries; 500 where it is not given. */
  readonly perPage?: number | undefined;
}

const takedown = createRecordReader<Takedown>({
  fileCode: [code, 'file_code', 'filecode'],
  folderId: [id, 'fld_id', 'folder_id'],
  protectedDownload: [textOrNull, 'protected_download', 'protected_dl'],
  protectedEmbed: [textOrNull, 'protected_embed'],
  reportedOn: [dateTime, 'reported_on'],
  disabledOn: [dateTime, 'disabled_on'],
});

/** Files that were reported for takedown. */
export interface TakedownCalls {
  /** One page of the list (docs/http-api.md, "Takedowns"). */
  list(page?: TakedownPage, options?: CallOptions): Promise<Takedown[]>;
  /** The whole list, page by page as it is read; each file once. Ends with the code `aborted` when the signal is aborted. */
  iterate(
    page?: Pick<TakedownPage, 'perPage'>,
    options?: CallOptions,
  ): AsyncGenerator<Takedown, void, undefined>;
}

export const takedownCalls = (call: Call): TakedownCalls => {
  const list: TakedownCalls['list'] = async ({ page, perPage } = {}, options) => {
    const params = { page: requireCount(page, 'page'), per_page: requireCount(perPage, 'perPage') };
    const answer = await call('read', 'dmca/list', params, options);
    const { entries } = await answer.readList(takedown);
    return entries;
  };

  return {
    list,
    iterate: ({ perPage } = {}, options) =>
      paginate('dmca/list', options?.signal, (page) => list({ page, perPage }, options)),
  };
};
