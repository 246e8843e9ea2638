/** What checks need in each dialect: send a file, move it, find a transfer. */
type Body = Record<string, unknown>;

export type Request = readonly [path: string, params: Record<string, string>];

export interface Operations {
  /** `isKeyInQuery`: the query of the upload address has the key too. */
  form: { keyField: string; isKeyInQuery: boolean };
  /** Empty if the dialect has no title. */
  titleTransfer(title: string): Record<string, string>;
  readUploads(body: Body): unknown;
  moveFile(file_code: string, fld_id: string): Request;
  listFolder(fld_id: string): Request;
  listTransfers: Request;
  /** Lists all transfers if codes may be missing. */
  findTransfer(file_code: string): Request;
  /** The parameter that names the action is added. */
  actions: Request;
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
    // Required for every action.
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
