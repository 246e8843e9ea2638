/** Files: list, check, info, image, rename, move, clone, search, takedowns (docs/http-api.md, "Files", "Search", "Takedowns"). */
import { dateTime, parseDateTime } from '../date-time.ts';
import { Refusal } from '../response-envelope.ts';
import type { StoredFile } from '../store/files.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { fileDetails, imagePaths, listedFile, NOT_FOUND_MESSAGE } from './response-fields.ts';

const MAX_PER_PAGE = 200;
const DEFAULT_PER_PAGE = 50;
const MAX_CODES = 50;
const MAX_MATCHES = 200;
const MAX_WORDS = 20;
const TAKEDOWNS_PER_PAGE = 500;
/** Protects the service. The description names no most. */
const MAX_TAKEDOWNS = 10_000;

export const fileList: Endpoint = {
  path: '/api/file/list',
  answer(call) {
    const perPage = Math.min(call.count('per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE);
    const offset = (call.count('page', 1) - 1) * perPage;
    // A folder that does not exist is no filter at all: the whole account comes back, as on services of this family.
    const filter = { folderId: call.folder('fld_id'), after: createdAfter(call) };
    const { files, total } = call.service.store.files.list(call.account.id, filter, perPage, offset);
    return {
      result: {
        total_pages: Math.ceil(total / perPage),
        files: files.map((file) => listedFile(file, call.origin)),
        results_total: String(total),
        results: files.length,
      },
    };
  },
};

export const fileCheck: Endpoint = {
  path: '/api/file/check',
  answer: createPerFileEndpoint((file) => {
    return { filecode: file.code, status: file.disabled ? 'Disabled' : 'Active' };
  }),
};

export const fileInfo: Endpoint = {
  path: '/api/file/info',
  answer: createPerFileEndpoint(fileDetails),
};

export const fileImage: Endpoint = {
  path: '/api/file/image',
  answer: createPerFileEndpoint((file) => {
    return { status: 200, filecode: file.code, title: file.title, ...imagePaths(file) };
  }),
};

export const fileRename: Endpoint = {
  path: '/api/file/rename',
  answer(call) {
    const title = call.title('title');
    call.service.store.files.rename(requireOwnFile(call).id, title);
    return { result: 'true' };
  },
};

export const fileMove: Endpoint = {
  path: '/api/file/move',
  answer(call) {
    call.required('fld_id');
    const file = requireOwnFile(call);
    call.service.store.files.move(file.id, call.existingFolder('fld_id'));
    return { result: 'true' };
  },
};

/** Anybody's file can be cloned; the clone is the caller's and shares the bytes. */
export const fileClone: Endpoint = {
  path: '/api/file/clone',
  answer(call) {
    const { account, origin, service } = call;
    const { files } = service.store;
    const source = files.byCode(call.required('file_code'));
    const blob = source && files.blob(source.blobId);
    if (!source || !blob || source.disabled) throw new Refusal(404, 'There is no such file');
    if (files.used(account.id) + source.size > service.settings.quotaBytes) {
      throw new Refusal(400, 'Not enough storage left');
    }
    const { title, extension, size, length } = source;
    const folderId = call.targetFolder('fld_id');
    const copy = { accountId: account.id, folderId, title, extension, uploaded: call.now };
    const code = files.add(copy, blob, { size, length });
    const clone = files.byCode(code);
    return {
      result: {
        embed_url: `${origin}/e/${code}`,
        download_url: `${origin}/d/${code}`,
        protected_download: `${origin}/d/${clone?.protectedDownload}`,
        protected_embed: `${origin}/e/${clone?.protectedEmbed}`,
        filecode: code,
      },
    };
  },
};

export const searchVideos: Endpoint = {
  path: '/api/search/videos',
  answer(call) {
    const words = call.required('search_term').split(/\s+/).slice(0, MAX_WORDS);
    const files = call.service.store.files.search(call.account.id, words, MAX_MATCHES);
    return { result: files.map((file) => listedFile(file, call.origin)) };
  },
};

export const takedownList: Endpoint = {
  path: '/api/dmca/list',
  answer(call) {
    const perPage = call.count('per_page', TAKEDOWNS_PER_PAGE);
    if (perPage > MAX_TAKEDOWNS) throw new Refusal(400, `At most ${MAX_TAKEDOWNS} takedowns a page`);
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

/** An endpoint that answers one entry for each code in `file_code`: one, or up to 50 with commas between. */
function createPerFileEndpoint(describe: (file: StoredFile) => object): Endpoint['answer'] {
  return (call) => {
    const codes = new Set(
      call
        .required('file_code')
        .split(',')
        .map((code) => code.trim()),
    );
    codes.delete('');
    if (codes.size > MAX_CODES) throw new Refusal(400, `At most ${MAX_CODES} file codes at once`);
    const entries = [...codes].map((code) => {
      const file = call.service.store.files.own(call.account.id, code);
      return file ? describe(file) : { status: NOT_FOUND_MESSAGE, filecode: code };
    });
    return { result: entries };
  };
}

function requireOwnFile(call: Call): StoredFile {
  const file = call.service.store.files.own(call.account.id, call.required('file_code'));
  if (!file) throw new Refusal(404, NOT_FOUND_MESSAGE);
  return file;
}

/** `created`: a time after which, or a number of minutes within which, a file was uploaded. In seconds since 1970. */
function createdAfter(call: Call): number | undefined {
  const text = call.optional('created');
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return call.now - Number(text) * 60 - 1;
  const time = parseDateTime(text);
  if (time === undefined)
    throw new Refusal(400, 'Invalid created: YYYY-MM-DD HH:MM:SS, or a number of minutes');
  return time;
}
