/** The fields of every answer in docs/http-api.md: without each, and with each in a wrong type, a service is a mutant. */
import type { Body } from '../../../service/conformance/caller.ts';
import { field, list } from '../../../service/conformance/context.ts';
import { endpoints } from '../../../service/conformance/index.ts';
import { type Mutant, sectionOf, showPath } from './proxy.ts';

/** A value of the wrong type for each of "Values". */
const WRONG = {
  text: 7,
  code: 17,
  integer: '1',
  integerText: 1,
  money: '1.5',
  time: '2026-01-02T03:04:05Z',
  day: '02.01.2026',
  url: '/path',
  path: 'https://other.example/x.jpg',
  status: '200',
  OK: 'Success',
} as const;

type Answer = {
  path: string | RegExp;
  caughtBy: string;
  /** Which of several kinds of entries, where an answer has more than one. */
  kind?: string;
  /** The objects of a body that have the fields. */
  at(body: Body): Body[];
  fields: Record<string, keyof typeof WRONG>;
};

const result = (body: Body) => [body['result'] as Body];
const entries = (body: Body) => list(body['result']).slice(0, 1);
const top = (body: Body) => [body];
const listed = (name: string) => (body: Body) => list(field(body['result'], name)).slice(0, 1);

const fileEntry = {
  file_code: 'code',
  title: 'text',
  download_url: 'url',
  single_img: 'path',
  canplay: 'integer',
  length: 'integerText',
  views: 'integerText',
  uploaded: 'time',
  public: 'integerText',
  fld_id: 'integerText',
} as const;

const transfer = {
  file_code: 'code',
  remote_url: 'url',
  status: 'text',
  bytes_total: 'integerText',
  bytes_downloaded: 'integerText',
  created: 'time',
  folder_id: 'integerText',
} as const;

const LIST_FOLDER = 'list folder: folders and files; the envelope has no field but its four';

const answers: readonly Answer[] = [
  {
    path: '/api/account/info',
    caughtBy: 'a success has msg "OK", server_time, the integer status 200 and a result',
    at: top,
    fields: { msg: 'OK', server_time: 'time', status: 'status' },
  },
  {
    path: '/api/account/info',
    caughtBy: 'account info',
    at: result,
    fields: {
      email: 'text',
      balance: 'money',
      storage_used: 'integerText',
      storage_left: 'integer',
      premim_expire: 'time',
    },
  },
  {
    path: '/api/account/stats',
    caughtBy: 'reports: the last 7 days without a range',
    at: entries,
    fields: {
      day: 'day',
      views: 'integerText',
      downloads: 'integerText',
      profit_views: 'money',
      profit_total: 'money',
    },
  },
  {
    path: '/api/dmca/list',
    caughtBy: 'takedowns: 500 without per_page',
    at: entries,
    fields: {
      file_code: 'code',
      fld_id: 'integerText',
      protected_download: 'code',
      protected_embed: 'code',
      reported_on: 'time',
      disabled_on: 'time',
    },
  },
  {
    path: /^\/upload\//,
    caughtBy: 'upload: field file, api_key, and the key appended to the query',
    at: entries,
    fields: {
      download_url: 'url',
      single_img: 'text',
      status: 'status',
      filecode: 'code',
      splash_img: 'text',
      canplay: 'integer',
      size: 'integerText',
      length: 'integerText',
      uploaded: 'time',
      protected_embed: 'url',
      protected_dl: 'url',
      title: 'text',
    },
  },
  {
    path: /^\/upload\//,
    caughtBy: 'upload: field file, api_key, and the key appended to the query',
    kind: 'the envelope',
    at: top,
    fields: { msg: 'text', server_time: 'time', status: 'status' },
  },
  {
    path: '/api/upload/url',
    caughtBy: 'upload by link: new_title and slots at the top, filecode in the result',
    at: top,
    fields: { new_title: 'text', total_slots: 'integerText', used_slots: 'integerText', status: 'status' },
  },
  {
    path: '/api/upload/url',
    caughtBy: 'upload by link: new_title and slots at the top, filecode in the result',
    at: result,
    fields: { filecode: 'code' },
  },
  {
    path: '/api/urlupload/list',
    caughtBy: 'transfer list: it has the transfer, with its address and folder',
    at: entries,
    fields: transfer,
  },
  {
    path: '/api/urlupload/status',
    caughtBy: 'transfer status: the transfer that was asked for',
    at: entries,
    fields: transfer,
  },
  {
    path: '/api/urlupload/slots',
    caughtBy: 'slots: no result, two counts at the top',
    at: top,
    fields: { total_slots: 'integerText', used_slots: 'integerText', server_time: 'time', status: 'status' },
  },
  {
    path: '/api/urlupload/actions',
    caughtBy: 'transfer actions: delete_code removes that transfer and no other',
    at: top,
    fields: { msg: 'text', server_time: 'time', status: 'status' },
  },
  {
    path: '/api/folder/create',
    caughtBy: 'create folder: in a folder (parent_id), with its name',
    at: result,
    fields: { fld_id: 'integerText' },
  },
  {
    path: '/api/folder/list',
    caughtBy: LIST_FOLDER,
    at: top,
    fields: { msg: 'OK', server_time: 'time', status: 'status' },
  },
  {
    path: '/api/folder/list',
    caughtBy: LIST_FOLDER,
    kind: 'folders',
    at: listed('folders'),
    fields: { name: 'text', code: 'text', fld_id: 'integerText' },
  },
  {
    path: '/api/folder/list',
    caughtBy: LIST_FOLDER,
    kind: 'files',
    at: listed('files'),
    fields: fileEntry,
  },
  {
    path: '/api/file/list',
    caughtBy: 'list files: entries and counts',
    at: result,
    fields: { total_pages: 'integer', results_total: 'integerText', results: 'integer' },
  },
  {
    path: '/api/file/list',
    caughtBy: 'list files: entries and counts',
    at: listed('files'),
    fields: fileEntry,
  },
  {
    path: '/api/file/check',
    caughtBy: 'file status: Active',
    at: entries,
    fields: { filecode: 'code', status: 'text' },
  },
  {
    path: '/api/file/info',
    caughtBy: 'file info: the fields, of the file that was asked for',
    at: entries,
    fields: {
      single_img: 'text',
      status: 'status',
      filecode: 'code',
      splash_img: 'text',
      canplay: 'integer',
      size: 'integerText',
      views: 'integerText',
      length: 'integerText',
      uploaded: 'time',
      last_view: 'time',
      protected_embed: 'path',
      protected_dl: 'path',
      title: 'text',
    },
  },
  {
    path: '/api/file/image',
    caughtBy: 'file image: the fields, of the file that was asked for',
    at: entries,
    fields: {
      status: 'status',
      filecode: 'code',
      title: 'text',
      single_img: 'path',
      thumb_img: 'path',
      splash_img: 'path',
    },
  },
  {
    path: '/api/file/clone',
    caughtBy: 'clone: a file of its own in the folder',
    at: result,
    fields: {
      embed_url: 'url',
      download_url: 'url',
      protected_download: 'url',
      protected_embed: 'url',
      filecode: 'code',
    },
  },
];

const envelopes = endpoints.map(
  ({ path }): Answer => ({
    path,
    caughtBy: `${path} answers a success with msg, server_time and the integer status 200, as JSON`,
    at: top,
    fields: { msg: 'text', server_time: 'time', status: 'status' },
  }),
);

/** Two for each field: it is missing; it has another type. */
export const fieldMutants = [...answers, ...envelopes].flatMap(({ path, caughtBy, kind, at, fields }) =>
  Object.entries(fields).flatMap(([name, type]) => {
    const mutant = (what: string, reason: string, alter: (object: Body) => void): Required<Mutant> => ({
      section: sectionOf(caughtBy),
      reason,
      name: `${showPath({ path })}: "${name}"${kind ? ` of ${kind}` : ''} ${what}`,
      caughtBy,
      alteration: {
        path,
        answer(body) {
          for (const object of at(body)) alter(object);
          return body;
        },
      },
    });
    return [
      mutant('is missing', `there is no "${name}"`, (object) => {
        delete object[name];
      }),
      mutant(`is ${JSON.stringify(WRONG[type])}`, `"${name}": ${JSON.stringify(WRONG[type])} `, (object) => {
        object[name] = WRONG[type];
      }),
    ];
  }),
);
