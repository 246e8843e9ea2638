/** Files: list, info, edit, clone, delete, encodings, takedowns (docs/http-api.md, "The sibling dialect"). */
import { dateTime } from '../../date-time.ts';
import { Refusal } from '../../response-envelope.ts';
import type { StoredFile } from '../../store/files.ts';
import { pagePath } from '../dialect.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { cloneFile, createdAfter, listPage, notFoundMessage, searchWords } from '../operations.ts';
import { encodingState, oldestArrivalMs } from './encoding.ts';
import { filePage } from './pages.ts';
import { fileDetails, listedFile, playerAddress } from './response-fields.ts';

const hourSeconds = 3600;
const defaultHours = 24;
const removalSeconds = 24 * hourSeconds;

export const fileInfo: Endpoint = {
  path: '/api/file/info',
  handle(call) {
    const entries = call.codes('file_code').map((code) => {
      const file = call.service.store.files.own(call.account.id, code);
      return file ? fileDetails(call, file) : { status: 404, filecode: code };
    });
    return { result: entries };
  },
};

export const fileList: Endpoint = {
  path: '/api/file/list',
  handle(call) {
    const { files, total, pages } = listPage(call, {
      folderId: call.folder('fld_id'),
      after: createdAfter(call),
      words: searchWords(call.optional('title') ?? ''),
      isPublic: call.choice('public'),
      isAdult: call.choice('adult'),
    });
    return {
      result: {
        results_total: String(total),
        pages,
        results: files.length,
        files: files.map((file) => listedFile(call, file)),
      },
    };
  },
};

export const fileEdit: Endpoint = {
  path: '/api/file/edit',
  handle(call) {
    const own = requireOwnFiles(call);
    const title = call.optional('file_title') === undefined ? undefined : call.title('file_title');
    const folderId =
      call.optional('file_fld_id') === undefined ? undefined : call.existingFolder('file_fld_id');
    if (title === undefined && folderId === undefined) {
      throw new Refusal(400, 'Missing parameter: file_title');
    }
    const { database, files } = call.service.store;
    database.transaction(() => {
      for (const { id } of own) {
        if (title !== undefined) files.rename(id, title);
        if (folderId !== undefined) files.move(id, folderId);
      }
    });
    return { result: 'true' };
  },
};

export const fileClone: Endpoint = {
  path: '/api/file/clone',
  handle(call) {
    const title = call.optional('file_title') === undefined ? undefined : call.title('file_title');
    const { code } = cloneFile(call, title);
    return { result: { url: call.shareUrl + pagePath(filePage, code), filecode: code } };
  },
};

export const fileDelete: Endpoint = {
  path: '/api/file/delete',
  handle(call) {
    for (const file of requireOwnFiles(call)) call.service.store.deleteFile(file, 'owner', call.now);
    return { result: 'true' };
  },
};

export const fileDeleted: Endpoint = {
  path: '/api/file/deleted',
  handle(call) {
    const deleted = call.service.store.files.deletedSince(call.account.id, since(call));
    return {
      result: deleted.map((file) => ({
        file_code: file.code,
        title: file.title,
        deleted: dateTime(file.deleted),
        deleted_by: file.deletedBy,
        deleted_ago_sec: String(Math.max(0, call.now - file.deleted)),
      })),
    };
  },
};

export const fileEncodings: Endpoint = {
  path: '/api/file/encodings',
  handle(call) {
    const { account, service } = call;
    const { files } = service.store;
    const code = call.optional('file_code');
    const own = files.own(account.id, code ?? '');
    const chosen =
      code === undefined ? files.arrivedAfter(account.id, oldestArrivalMs(service.settings)) : own;
    const entries = [chosen ?? []].flat().flatMap((file) =>
      encodingState(file, service.settings).missing.map(({ quality, status, progress }) => ({
        file_code: file.code,
        title: file.title,
        quality,
        status,
        progress: String(progress),
        link: playerAddress(call, file),
      })),
    );
    return { result: entries };
  },
};

export const takedownList: Endpoint = {
  path: '/api/file/dmca',
  handle(call) {
    const takedowns = call.service.store.takedowns.since(call.account.id, since(call));
    return {
      result: takedowns.map(({ fileCode, reported }) => ({
        file_code: fileCode,
        del_in_sec: String(Math.max(0, reported + removalSeconds - call.now)),
        del_time: dateTime(reported + removalSeconds),
      })),
    };
  },
};

/** `last` is a number of hours before now. */
const since = (call: Call): number => call.now - call.count('last', defaultHours) * hourSeconds;

/** @throws Refusal 404 if no code in `file_code` is the caller's. */
function requireOwnFiles(call: Call): StoredFile[] {
  const { account, service } = call;
  const own = call.codes('file_code').flatMap((code) => service.store.files.own(account.id, code) ?? []);
  if (own.length === 0) throw new Refusal(404, notFoundMessage);
  return own;
}
