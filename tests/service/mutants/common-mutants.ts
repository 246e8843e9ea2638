/** Mistakes that a service of either dialect can make. */
import type { Alteration } from './alter.ts';
import {
  atMost,
  byDefault,
  fields,
  given,
  ignoring,
  inNewFolder,
  limiting,
  minutes,
  nextPage,
  result,
} from './alterations.ts';

/** By the beginning of the name of the check that must catch them. */
export const commonMutants: Readonly<Record<string, readonly Alteration[]>> = {
  '/api/account/info rejects': [byDefault('key', '{key}'), given('key', (key) => key && '{key}')],
  'a success has': fields({ result: undefined }),
  'account info': [result((account) => [account])],
  'reports: the last 7': [byDefault('last', '30'), result((days) => [days, days].flat())],
  'reports: the last 2 ': ignoring('last'),
  'reports: the last 20': [atMost(7, 'last')],
  'upload server': [result(() => '/upload')],
  'upload: requires file': [{ request: ({ form }) => form.set('file', new File(['a'], 'a.bin')) }],
  'clone: in the root': [inNewFolder('fld_id')],
  'clone: of another': [{ request: ({ params, key }) => (params.get('key') === key ? undefined : {}) }],
  'upload by link: into the root': [inNewFolder('fld_id')],
  'create folder: in a folder': [...ignoring('parent_id'), given('name', () => 'New folder')],
  'create folder: in the root': [inNewFolder('parent_id')],
  '/api/file/list returns JSON': [...fields({ server_time: undefined }, { status: '200' })],
  'list files: the files of all': [byDefault('fld_id', '0')],
  'list files: page and': ignoring('page', 'per_page'),
  'list files: page 1': [nextPage],
  'list files: created as a time': [...ignoring('created'), given('created', () => '2999-01-01 00:00:00')],
  'list files: created as a number': [minutes(1e6), minutes(60), minutes(1 / 60)],
  '10 requests in a second': [limiting(9)],
  '10 requests pass': [limiting(10, { windowMs: 2000 })],
  'the 11th request is': [limiting(10, { windowMs: 500 })],
  'more than 10': [limiting(Number.POSITIVE_INFINITY), limiting(10, { over: { status: 429 } })],
};
