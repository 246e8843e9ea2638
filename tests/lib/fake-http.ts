/** Serves the lists of a fake service over HTTP, with the deviations that its rules set. */
import type { FakeService } from './fake-service.ts';

/** @returns a `fetch`, and its requests: endpoint, folder or page */
export function serveHttp(service: FakeService) {
  const { rules } = service;
  const { beyond = 'nothing', maxPerPage = 200, overlap = 0 } = rules;
  const requests: string[] = [];

  /** Newest first. */
  const list = (isWanted: (file: { folderId: string; uploaded: string }) => boolean) =>
    [...service.files]
      .filter(([, file]) => isWanted(file))
      .reverse()
      .sort(
        ([, one], [, other]) => Number(one.uploaded < other.uploaded) - Number(one.uploaded > other.uploaded),
      )
      .map(([code, { title, folderId, uploaded }]) => ({
        file_code: code,
        title,
        fld_id: folderId,
        uploaded: rules.writeDate?.(uploaded) ?? uploaded,
        length: '60',
        views: '1',
        public: '1',
        canplay: 1,
      }));

  function fileList(query: URLSearchParams) {
    const after = rules.ignoresCreated ? '' : (query.get('created') ?? '');
    const all = list(({ uploaded }) => uploaded > after);
    if (rules.oldestFirst) all.reverse();
    const perPage = Math.min(Number(query.get('per_page') ?? 50), maxPerPage);
    const pages = Math.max(1, Math.ceil(all.length / perPage));
    let page = Number(query.get('page') ?? 1);
    if (page > pages) {
      if (beyond === 'refusal') return { status: 400, msg: 'There is no such page' };
      if (beyond === 'last') page = pages;
      if (beyond === 'first') page = 1;
      if (beyond === 'from-the-start') page = ((page - 1) % pages) + 1;
    }
    const from = Math.max(0, (page - 1) * perPage - overlap);
    const result = {
      total_pages: rules.totalPages === undefined ? pages : rules.totalPages(pages),
      results_total: rules.total === undefined ? String(all.length) : rules.total(all.length),
      files: all.slice(from, page * perPage),
    };
    return { status: 200, msg: 'OK', result };
  }

  function folderList(query: URLSearchParams) {
    const asked = query.get('fld_id') ?? '0';
    const id = service.knows(asked) || rules.unknownFolder !== 'root' ? asked : '0';
    if (!service.knows(id)) return { status: 404, msg: 'There is no such folder' };
    const also = (rules.alsoInside?.(id) ?? []).map((folderId) => ({
      folderId,
      name: service.folders.get(folderId)?.name,
    }));
    const result = {
      folders: [...service.listFolders(id), ...also].map(({ folderId, name }) => ({
        fld_id: folderId,
        name,
        code: null,
      })),
      files: query.get('only_folders') === '1' ? [] : list(({ folderId }) => folderId === id),
    };
    result.files.splice(rules.maxInFolder ?? Number.POSITIVE_INFINITY);
    return { status: 200, msg: 'OK', result };
  }

  function fileInfo(query: URLSearchParams) {
    const result = (query.get('file_code') ?? '').split(',').map((code) => {
      const file = service.files.get(code);
      return file ? { status: 200, filecode: code, title: file.title } : { status: 404, filecode: code };
    });
    return { status: 200, msg: 'OK', result };
  }

  const answers: Readonly<Record<string, (query: URLSearchParams) => object>> = {
    'account/info': () => ({ status: 200, msg: 'OK', result: { email: 'a@b.example' } }),
    'file/list': fileList,
    'folder/list': folderList,
    'file/info': fileInfo,
    'upload/url': () => service.linkRefusal ?? { status: 200, msg: 'OK', result: { filecode: 'code000001' } },
  };

  return {
    requests,
    async fetch(input: string | URL | Request): Promise<Response> {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      const endpoint = pathname.replace('/api/', '');
      const [folderId, page] = [searchParams.get('fld_id'), searchParams.get('page')];
      requests.push(`${endpoint} ${folderId ?? ''}${page ?? ''}`);
      const answer = answers[endpoint];
      if (answer === undefined) throw new Error(`Nobody expected ${endpoint}.`);
      const list = searchParams.has('created') ? 'new' : 'page';
      const names = [`folder ${folderId}`, `${list} ${page}`];
      if (names.includes(service.failsAt ?? '')) return new Response('<h1>Oops</h1>', { status: 500 });
      for (const name of names) {
        const next = service.nextAnswers.get(name);
        service.nextAnswers.delete(name);
        if (next) return Response.json(next);
      }
      return Response.json({ server_time: '2027-01-15 08:00:00', ...answer(searchParams) });
    },
  };
}
