/** What the checks need of a service, in the words of each dialect: send a file, move it, find a transfer. */
type Body = Record<string, unknown>;

/** A path and its parameters, the key apart. */
export type Request = readonly [path: string, params: Record<string, string>];

export interface Operations {
  /** Of the form for a file: the field with the key, and whether the query of the address has it too. */
  form: { keyField: string; isKeyInQuery: boolean };
  /** Parameters that give a transfer a title; none where there is no such parameter. */
  titleTransfer(title: string): Record<string, string>;
  /** The entries in the answer to that form. */
  readUploads(body: Body): unknown;
  moveFile(file_code: string, fld_id: string): Request;
  /** Lists a folder with its files. */
  listFolder(fld_id: string): Request;
  /** Lists all transfers. */
  listTransfers: Request;
  /** Lists one transfer, or all where the list may lack codes: it is then found by its address. */
  findTransfer(file_code: string): Request;
  /** An action on transfers: the parameter that names it is added. */
  actions: Request;
  /** Whether an account has no room for another transfer. */
  slots: { request: Request; isFull(body: Body): boolean };
}

export type DialectName = 'document' | 'sibling';

export const operations: Readonly<Record<DialectName, Operations>> = {
  document: {
    form: { keyField: 'api_key', isKeyInQuery: true },
    titleTransfer: (new_title) => ({ new_title }),
    readUploads: (body) => body['result'],
    moveFile: (file_code, fld_id) => ['/api/file/move', { file_code, fld_id }],
    listFolder: (fld_id) => ['/api/folder/list', { fld_id }],
    listTransfers: ['/api/urlupload/list', {}],
    findTransfer: (file_code) => ['/api/urlupload/status', { file_code }],
    // Required, also for another action.
    actions: ['/api/urlupload/actions', { restart_errors: '0' }],
    slots: {
      request: ['/api/urlupload/slots', {}],
      isFull: (body) => Number(body['used_slots']) >= Number(body['total_slots']),
    },
  },
  sibling: {
    form: { keyField: 'key', isKeyInQuery: false },
    titleTransfer: () => ({}),
    readUploads: (body) => body['files'],
    moveFile: (file_code, fld_id) => ['/api/file/edit', { file_code, file_fld_id: fld_id }],
    listFolder: (fld_id) => ['/api/folder/list', { fld_id, files: '1' }],
    listTransfers: ['/api/file/url_uploads', {}],
    findTransfer: () => ['/api/file/url_uploads', {}],
    actions: ['/api/file/url_actions', {}],
    slots: {
      request: ['/api/file/url_uploads', {}],
      isFull: (body) => Number(body['requests_available']) <= 0,
    },
  },
};
