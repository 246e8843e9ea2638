/** Files: list, check, info, image, rename, move, clone, search, takedowns (docs/http-api.md, "Files", "Search", "Takedowns"). */
import { dateTime } from '../../date-time.ts';
import { Refusal } from '../../response-envelope.ts';
import type { StoredFile } from '../../store/files.ts';
import type { Endpoint } from '../endpoint.ts';
import { imagePaths } from '../image-paths.ts';
import {
  cloneFile,
  createdAfter,
  listPage,
  notFoundMessage,
  requireOwnFile,
  searchWords,
} from '../operations.ts';
import { fileDetails, listedFile } from './response-fields.ts';

const maxMatches = 200;
const takedownsPerPage = 500;
/** Protects the service. The document states no maximum. */
const maxTakedowns = 10_000;

export const fileList: Endpoint = {
  path: '/api/file/list',
  handle(call) {
    // As on services of this family, a folder that doesn't exist doesn't filter.
    const filter = { folderId: call.folder('fld_id'), after: createdAfter(call) };
    const { files, total, pages } = listPage(call, filter);
    return {
      result: {
        total_pages: pages,
        files: files.map((file) => listedFile(file, call.shareUrl)),
        results_total: String(total),
        results: files.length,
      },
    };
  },
};

export const fileCheck: Endpoint = {
  path: '/api/file/check',
  handle: createPerFileEndpoint((file) => {
    return { filecode: file.code, status: file.disabled ? 'Disabled' : 'Active' };
  }),
};

export const fileInfo: Endpoint = {
  path: '/api/file/info',
  handle: createPerFileEndpoint(fileDetails),
};

export const fileImage: Endpoint = {
  path: '/api/file/image',
  handle: createPerFileEndpoint((file) => {
    return { status: 200, filecode: file.code, title: file.title, ...imagePaths(file) };
  }),
};

export const fileRename: Endpoint = {
  path: '/api/file/rename',
  handle(call) {
    const title = call.title('title');
    call.service.store.files.rename(requireOwnFile(call).id, title);
    return { result: 'true' };
  },
};

export const fileMove: Endpoint = {
  path: '/api/file/move',
  handle(call) {
    call.required('fld_id');
    const file = requireOwnFile(call);
    call.service.store.files.move(file.id, call.existingFolder('fld_id'));
    return { result: 'true' };
  },
};

export const fileClone: Endpoint = {
  path: '/api/file/clone',
  handle(call) {
    const { shareUrl } = call;
    const { code, protectedDownload, protectedEmbed } = cloneFile(call);
    return {
      result: {
        embed_url: `${shareUrl}/e/${code}`,
        download_url: `${shareUrl}/d/${code}`,
        protected_download: `${shareUrl}/d/${protectedDownload}`,
        protected_embed: `${shareUrl}/e/${protectedEmbed}`,
        filecode: code,
      },
    };
  },
};

export const searchVideos: Endpoint = {
  path: '/api/search/videos',
  handle(call) {
    const words = searchWords(call.required('search_term'));
    const files = call.service.store.files.search(call.account.id, words, maxMatches);
    return { result: files.map((file) => listedFile(file, call.shareUrl)) };
  },
};

export const takedownList: Endpoint = {
  path: '/api/dmca/list',
  handle(call) {
    const perPage = call.count('per_page', takedownsPerPage);
    if (perPage > maxTakedowns) throw new Refusal(400, `At most ${maxTakedowns} takedowns a page`);
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

/** One entry for each code in `file_code`. */
function createPerFileEndpoint(describe: (file: StoredFile) => object): Endpoint['handle'] {
  return (call) => {
    const entries = call.codes('file_code').map((code) => {
      const file = call.service.store.files.own(call.account.id, code);
      return file ? describe(file) : { status: notFoundMessage, filecode: code };
    });
    return { result: entries };
  };
}
