/** Mistakes that a service of docs/http-api.md, "The sibling dialect", can make. */
import { list } from '../../../service/conformance/check-context.ts';
import { suites } from '../../../service/conformance/index.ts';
import { responseShapes } from '../../../service/conformance/sibling/response-shapes.ts';
import type { Alteration } from './alter.ts';
import {
  at,
  broken,
  byDefault,
  confusing,
  fields,
  given,
  idle,
  ignoring,
  inEntry,
  inNewFolder,
  limiting,
  missing,
  newFolder,
  refusing,
  result,
} from './alterations.ts';
import { createCatalogue } from './catalogue.ts';
import { commonMutants } from './common-mutants.ts';

export const moveUploaded: Alteration = {
  async answer(body, _, exchange) {
    const file_code = String(list(body['files'])[0]?.['filecode']);
    await exchange.call('file/edit', { file_code, file_fld_id: await newFolder(exchange) });
    return body;
  },
};

const ignoringFields = (...names: string[]): Alteration[] =>
  names.map((param) => ({ param, request: ({ form }) => form.delete(param) }));

const entries = (change: (entry: object) => object) => result((all) => list(all).map(change));

const mutants: Readonly<Record<string, readonly Alteration[]>> = {
  ...commonMutants,
  'takedowns: the fields': [result(() => [])],
  'upload: msg, status': [
    ...fields({ filename: 'another' }, { status: inEntry('refused') }),
    { answer: ({ files, ...body }) => ({ ...body, result: files }) },
  ],
  'upload: several': fields({ files: (all: unknown) => list(all).slice(0, 1) }),
  'upload: into the folder': ignoringFields('fld_id', 'file_title', 'tags'),
  'upload: in the root': [moveUploaded],
  'upload: rejects': [{ request: ({ form, key }) => form.set('key', key) }],
  'upload by link: filecode': [result(() => 'true')],
  'upload by link: the file has': [...ignoring('fld_id'), ...fields({ filecode: 'another' })],
  'transfer list: has': fields(
    { remote_url: 'https://other.example/x' },
    { fld_id: '0' },
    { requests_available: undefined },
  ),
  'transfer list: progress': fields({ progress: '0' }, { progress: '4500' }),
  'transfer list: file_code': [
    ...ignoring('file_code'),
    result((all, params) => (params.has('file_code') ? [] : all)),
  ],
  'transfer actions: delete_code': [
    refusing('delete_code'),
    confusing('delete_code', 'delete_all'),
    given('delete_code', (codes) => codes.split(',')[0]),
  ],
  'transfer actions: restart_errors': [refusing('restart_errors')],
  'transfer actions: delete_errors': [refusing('delete_errors'), confusing('delete_errors', 'delete_all')],
  'transfer actions: delete_all': [confusing('delete_all', 'delete_errors')],
  'clone: a new file': [
    ...ignoring('fld_id', 'file_title'),
    ...fields({ filecode: (_: unknown, params: URLSearchParams) => params.get('file_code') }),
  ],
  'edit folder: "true"': [idle('true'), result(() => true), ...ignoring('name')],
  'edit folder: parent_id': [idle('true'), ...ignoring('parent_id')],
  'list folder: what is in': [
    given('fld_id', () => '0'),
    ...ignoring('files'),
    ...fields({ folders: undefined }),
  ],
  'list folder: only folders': [byDefault('files', '1'), given('files', () => '1')],
  'list folder: the root': [inNewFolder('fld_id')],
  'list files: entries': fields({ results: 9e9 }, { results_total: '0' }, { pages: 0 }),
  'list files: title, folder': [
    ...ignoring('fld_id'),
    ...fields({ title: 'another' }, { fld_id: '00' }, { canplay: 7 }),
  ],
  'list files: title gives': ignoring('title'),
  'list files: public and': ignoring('public', 'adult'),
  'pages: link': [
    ...at('file/list', ...fields({ link: broken })),
    ...at('/i/', { contentType: 'text/html' }),
  ],
  'pages: the address': at('file/clone', ...fields({ url: broken })),
  'file info: the fields': [...fields({ filecode: 'x' }), entries((entry) => ({ ...entry, status: 404 }))],
  'file info: an entry for each': [result((all) => list(all).slice(0, 1))],
  'file info: no success': [entries((entry) => ({ ...entry, status: 200 }))],
  'file info: player_img': at('/i/', { contentType: 'text/html' }),
  'edit file: "true"': [
    idle('true'),
    result(() => true),
    given('file_code', (codes) => codes.split(',')[0]),
    ...ignoring('file_title'),
  ],
  '/api/file/edit requires file_code': [idle('true')],
  'edit file: file_fld_id': [idle('true'), ...ignoring('file_fld_id')],
  'delete file': [idle('true')],
  'deleted files': [
    result(() => []),
    ...fields({ title: 'another' }),
    { ...entries((entry) => ({ ...entry, deleted_ago_sec: '90000' })), param: 'last' },
  ],
  'encodings: a file': fields({ title: 'another' }, { progress: '4500' }),
  'encodings: file_code': ignoring('file_code'),
  '/api/file/dmca exists': [
    missing('application/json'),
    { request: () => ({ error: 'Invalid key' }) },
    { request: ({ url }) => Response.redirect(url) },
  ],
  'the 11th request in': [limiting(11), limiting(10, { uncounted: 'file/dmca' })],
};

export const catalogue = createCatalogue(suites.sibling, responseShapes, mutants, [
  ['Envelope', 'account/info'],
  ['Upload a file (sibling)', '/upload/'],
]);
