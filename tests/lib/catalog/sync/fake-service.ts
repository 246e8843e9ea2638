/** A fake service in this process, with the deviations of docs/http-api.md, "Lists". */

export interface FakeFile {
  readonly code: string;
  title: string;
  folderId: string;
  uploaded: string;
}

export interface FakeFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
}

export interface Oddities {
  /** The page count it reports; undefined: none. */
  readonly totalPages?: ((truth: number) => unknown) | undefined;
  /** The file count it reports. */
  readonly total?: ((truth: number) => unknown) | undefined;
  /** Its answer beyond the last page. */
  readonly beyond?: 'nothing' | 'last' | 'first' | 'from-the-start' | 'refusal' | undefined;
  readonly maxPerPage?: number | undefined;
  /** Entries of a page that are repeated on the next one. */
  readonly overlap?: number | undefined;
  /** Oldest first, instead of newest first. */
  readonly oldestFirst?: boolean | undefined;
  readonly ignoresCreated?: boolean | undefined;
  /** Lists the root for unknown folders. */
  readonly ignoresUnknownFolder?: boolean | undefined;
  /** Truncates a folder's files. */
  readonly maxInFolder?: number | undefined;
  /** The request that always fails: "folder 3", "page 2". */
  readonly failsAt?: string | undefined;
  /** More entries in a folder's listing. */
  readonly alsoInside?: ((id: string, all: readonly FakeFolder[]) => readonly FakeFolder[]) | undefined;
}

export function fakeService(oddities: Oddities, files: FakeFile[], folders: FakeFolder[]) {
  const { beyond = 'nothing', maxPerPage = 200, overlap = 0 } = oddities;
  const requests: string[] = [];

  const listed = ({ code, title, folderId, uploaded }: FakeFile) => ({
    file_code: code,
    title,
    fld_id: folderId,
    uploaded,
    length: '60',
    views: '1',
    public: '1',
    canplay: 1,
  });

  function fileList(query: URLSearchParams) {
    const created = query.get('created');
    const order = files.toSorted((one, other) =>
      one.uploaded < other.uploaded ? 1 : one.uploaded > other.uploaded ? -1 : 0,
    );
    if (oddities.oldestFirst) order.reverse();
    const after = created === null || oddities.ignoresCreated ? '' : created;
    const all = order.filter((file) => file.uploaded > after);
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
      total_pages: oddities.totalPages === undefined ? pages : oddities.totalPages(pages),
      results_total: oddities.total === undefined ? String(all.length) : oddities.total(all.length),
      files: all.slice(from, page * perPage).map(listed),
    };
    return { status: 200, msg: 'OK', result };
  }

  function folderList(query: URLSearchParams) {
    let id = query.get('fld_id') ?? '0';
    const isKnown = id === '0' || folders.some((folder) => folder.id === id);
    if (!isKnown && !oddities.ignoresUnknownFolder) return { status: 404, msg: 'There is no such folder' };
    if (!isKnown) id = '0';
    const inside = folders.filter((folder) => folder.parentId === id);
    const shown = [...inside, ...(oddities.alsoInside?.(id, folders) ?? [])];
    const result = {
      folders: shown.map((folder) => ({ fld_id: folder.id, name: folder.name, code: null })),
      files:
        query.get('only_folders') === '1'
          ? []
          : files
              .filter((file) => file.folderId === id)
              .slice(0, oddities.maxInFolder)
              .map(listed),
    };
    return { status: 200, msg: 'OK', result };
  }

  function fileInfo(query: URLSearchParams) {
    const result = (query.get('file_code') ?? '').split(',').map((code) => {
      const file = files.find((each) => each.code === code);
      return file ? { status: 200, filecode: code, title: file.title } : { status: 404, filecode: code };
    });
    return { status: 200, msg: 'OK', result };
  }

  const answers: Readonly<Record<string, (query: URLSearchParams) => object>> = {
    'file/list': fileList,
    'folder/list': folderList,
    'file/info': fileInfo,
  };

  return {
    requests,
    async fetch(input: string | URL | Request): Promise<Response> {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      const endpoint = pathname.replace('/api/', '');
      requests.push(`${endpoint} ${searchParams.get('fld_id') ?? ''}${searchParams.get('page') ?? ''}`);
      const answer = answers[endpoint];
      if (answer === undefined) throw new Error(`Nobody expected ${endpoint}.`);
      const what = [`folder ${searchParams.get('fld_id')}`, `page ${searchParams.get('page')}`];
      if (oddities.failsAt && what.includes(oddities.failsAt))
        return new Response('<h1>Oops</h1>', { status: 500 });
      return Response.json({ server_time: '2027-01-15 08:00:00', ...answer(searchParams) });
    },
  };
}
