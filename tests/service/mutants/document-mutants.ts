/** Mistakes that a service of docs/http-api.md can make. */
import { list } from '../../../service/conformance/check-context.ts';
import { responseShapes } from '../../../service/conformance/document/response-shapes.ts';
import { suites } from '../../../service/conformance/index.ts';
import type { Alteration } from './alter.ts';
import {
  at,
  atMost,
  broken,
  byDefault,
  confusing,
  fields,
  given,
  idle,
  ignoring,
  inEntry,
  limiting,
  missing,
  newFolder,
  nextPage,
  refusing,
  result,
} from './alterations.ts';
import { createCatalogue } from './catalogue.ts';
import { commonMutants } from './common-mutants.ts';

const stalled = fields({ status: inEntry('queued') }, { bytes_downloaded: '1' });
const tracks = (wrong: object): Alteration => ({
  path: '/subtitles',
  text: (text) => JSON.stringify(JSON.parse(text).map((track: object) => ({ ...track, ...wrong }))),
});
const emptyTracks: Alteration = { path: '/subtitle', text: () => 'WEBVTT\n' };

export const moveUploaded: Alteration = {
  async answer(body, _, exchange) {
    const file_code = String(list(body['result'])[0]?.['filecode']);
    await exchange.call('file/move', { file_code, fld_id: await newFolder(exchange) });
    return body;
  },
};

const mutants: Readonly<Record<string, readonly Alteration[]>> = {
  ...commonMutants,
  'reports: from_date and': [...ignoring('to_date'), result((days) => list(days).slice(0, -1))],
  'reports: from_date alone': ignoring('from_date'),
  'reports: to_date alone': ignoring('to_date'),
  'takedowns: 500': [byDefault('per_page', '100'), result(() => [])],
  'takedowns: the second': [...ignoring('page'), result((all, { size }) => (size > 1 ? [] : all))],
  'takedowns: per_page 501': [atMost(500)],
  'takedowns: per_page and': ignoring('page', 'per_page'),
  'takedowns: page 1': [nextPage],
  'upload: rejects': [{ request: ({ form, key }) => form.set('api_key', key) }],
  'upload: the file is in the root': [moveUploaded],
  'upload: field file': [...fields({ size: '1' }), result((all) => list(all)[0])],
  'upload: the addresses': fields({ protected_dl: broken }),
  'clone: a new file': [
    ...ignoring('fld_id'),
    ...fields({ filecode: (_: unknown, params: URLSearchParams) => params.get('file_code') }),
  ],
  'clone: the addresses': fields({ protected_embed: broken }),
  'upload by link: the file has': [
    ...ignoring('fld_id', 'new_title'),
    given('url', (url) => url.replace('/sample.webm', '/big/10.bin')),
    ...fields({ filecode: 'another' }),
  ],
  'upload by link: new_title': [
    { answer: ({ used_slots, ...body }) => ({ ...body, slots: { used_slots } }) },
  ],
  'transfer list: has': fields({ remote_url: 'https://other.example/x' }, { folder_id: '0' }),
  'transfer list: "working"': at('urlupload/status', ...stalled),
  'transfer status': [
    { request: ({ url }) => void Object.assign(url, { pathname: '/api/urlupload/list' }) },
    ...fields({ created: undefined }, { file_code: 'another' }),
  ],
  'slots: no result': [result(() => '')],
  'transfer actions: delete_code': [
    refusing('delete_code'),
    confusing('delete_code', 'clear_all'),
    result(() => 'true'),
    ...fields({ msg: '' }),
  ],
  'transfer actions: restart_errors': [refusing('restart_errors')],
  'transfer actions: clear_errors': [refusing('clear_errors'), confusing('clear_errors', 'clear_all')],
  'transfer actions: clear_all': [confusing('clear_all', 'clear_errors')],
  'rename folder': [idle('true'), result(() => true)],
  'list folder: folders and files': [
    { answer: (body) => ({ ...body, total: 1 }) },
    ...fields({ folders: undefined }, { views: undefined }),
  ],
  'list folder: what is in': [given('fld_id', () => '0'), byDefault('only_folders', '1')],
  'list folder: only_folders': [...ignoring('only_folders'), ...fields({ folders: () => [] })],
  'list files: entries': fields({ results: 9e9 }, { results_total: '0' }, { views: undefined }),
  'list files: per_page 200': [atMost(100)],
  'list files: never more': fields({ files: (all: unknown) => [all, all].flat() }),
  'list files: fld_id': [...ignoring('fld_id'), ...fields({ fld_id: '0' })],
  'list files: title': fields({ title: 'another' }, { fld_id: '00' }, { canplay: 0 }),
  'list files: download_url': fields({ download_url: broken }),
  'file status': fields({ status: inEntry('active') }, { filecode: 'another' }),
  'file info: the fields': fields({ filecode: 'x' }, { title: 'x' }, { protected_embed: '/embed/x' }),
  'file info: last_view': fields({ last_view: '0000-00-00 00:00:00' }),
  'file info: the protected': fields({ protected_dl: broken }),
  'file image: the fields': fields({ filecode: 'another' }, { title: 'another' }),
  'file image: the images': at('/i/', { contentType: 'text/html' }),
  'rename file': [idle('true'), result(() => true)],
  '/api/file/move requires fld_id': [idle('true')],
  'move file': [idle('true'), idle('true', (params) => params.get('fld_id') === '0')],
  '/api/search/videos exists': [
    missing('application/json'),
    { request: () => ({ error: 'Invalid key' }) },
    { request: ({ url }) => Response.redirect(url) },
  ],
  'search: ': [result(() => ({}))],
  'the 11th request in': [limiting(11), limiting(10, { uncounted: 'search/videos' })],
  'the settings page': at('/settings', missing('text/html')),
  'player: /e/': [missing('text/html'), { contentType: 'application/json' }],
  'player: c_poster': [
    ...ignoring('c_poster'),
    { text: (html) => html.replace(/(<video[^>]*) poster="([^"]*)"/, '<meta content="$2">$1') },
  ],
  'player: c1_file with c1_label is a track with its cues (srt)': ignoring('c1_file', 'c1_label'),
  'player: c1_file with c1_label is a track with its cues (vtt)': [emptyTracks],
  'player: subtitle_json': [
    ...ignoring('subtitle_json'),
    ...[emptyTracks, tracks({ label: 'Subtitles' }), tracks({ default: false })],
  ],
};

export const catalogue = createCatalogue(suites.document, responseShapes, mutants, [
  ['Envelope', 'account/info'],
  ['Upload a file', '/upload/'],
  ['Player page', '/e/'],
]);
