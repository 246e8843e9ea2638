/** Files reported for takedown (docs/http-api.md, "Takedowns"). */
import { rejectUnknownOptions, requireCount } from '../arguments.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { code, createRecordReader, dateTime, id, integer, textOrNull } from '../fields.ts';
import { getPath, type Host, takesParam } from '../host.ts';
import { paginate } from '../paginate.ts';
import type { CallOptions } from '../transport.ts';
import { emptyIfRefused } from './empty-list.ts';
import type { ListSummary } from './file-calls.ts';

/** A file that was reported. */
export interface Takedown {
  /** The code of the file. */
  readonly fileCode: string;
  /** The file's folder; "0" is the root. Null if unknown. */
  readonly folderId: string | null;
  /** Code of the protected download link. */
  readonly protectedDownload: string | null;
  /** Code of the protected embed link. */
  readonly protectedEmbed: string | null;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone. */
  readonly reportedOn: string | null;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone; null while the file is not disabled. */
  readonly disabledOn: string | null;
  /** When the service deletes or deleted the file. `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone. */
  readonly deletesOn: string | null;
  /** Seconds from the response until the deletion; negative afterwards. */
  readonly deletesInSeconds: number | null;
}

/** Selects a part of the list, by pages or by hours, as the host's dialect does (`capabilities.takedowns`). */
export interface TakedownPage {
  /** From 1. */
  readonly page?: number | undefined;
  /** Entries per page. Default: 500. */
  readonly perPage?: number | undefined;
  /** Only files reported in the last hours. Default: 720. */
  readonly hours?: number | undefined;
}

const takedown = ({ fields: { takedown: names } }: Dialect) =>
  createRecordReader<Takedown>({
    fileCode: [code, ...names.fileCode],
    folderId: [id, ...names.folderId],
    protectedDownload: [textOrNull, ...names.protectedDownload],
    protectedEmbed: [textOrNull, ...names.protectedEmbed],
    reportedOn: [dateTime, ...names.reportedOn],
    disabledOn: [dateTime, ...names.disabledOn],
    deletesOn: [dateTime, ...names.deletesOn],
    deletesInSeconds: [integer, ...names.deletesInSeconds],
  });

/** Files reported for takedown. */
export interface TakedownCalls {
  /** One page of the list (docs/http-api.md, "Takedowns"). If the host has no pages, the first one is the whole list. */
  list(page?: TakedownPage, options?: CallOptions): Promise<Takedown[]>;
  /** Yields the whole list, each file once, and reads page by page. Rejects with the code `aborted` on abort. */
  iterate(
    page?: Omit<TakedownPage, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<Takedown, ListSummary, undefined>;
}

export const takedownCalls = (host: Host): TakedownCalls => {
  async function read(query: TakedownPage, options: CallOptions | undefined) {
    rejectUnknownOptions(
      query,
      ['page', 'perPage', 'hours'] satisfies (keyof TakedownPage)[],
      'takedowns.list',
    );
    const { page, perPage, hours } = query;
    const params = {
      page: requireCount(page, 'page'),
      perPage: requireCount(perPage, 'perPage'),
      hours: requireCount(hours, 'hours'),
    };
    const isAfterLast = () => (page ?? 1) > 1 && !takesParam(host.dialect, 'takedowns.list', 'page');
    if (isAfterLast()) return { entries: [], skipped: 0 };
    const listed = await emptyIfRefused(async () => {
      const { answer, dialect } = await host.ask('read', 'takedowns.list', params, options);
      return answer.readList(takedown(dialect));
    });
    return isAfterLast() ? { entries: [], skipped: 0 } : listed;
  }

  return {
    list: async (query = {}, options) => (await read(query, options)).entries,

    async *iterate(query, options) {
      let skipped = 0;
      const readPage = async (page: number) => {
        const { entries, ...more } = await read({ ...query, page }, options);
        skipped += more.skipped;
        return entries;
      };
      yield* paginate(getPath(host.dialect, 'takedowns.list'), options?.signal, readPage);
      return { skipped, isComplete: skipped === 0 };
    },
  };
};
