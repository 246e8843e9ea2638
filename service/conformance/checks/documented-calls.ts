/** What holds for every call: it is there, it asks for the key, and it needs what it requires. */
import { type Check, type Context, section } from '../check-context.ts';
import { expect, expectShape, text } from '../shapes.ts';

type DocumentedCall = {
  section: string;
  path: string;
  /** Values for the parameters that the call requires, the key apart. */
  required?: Record<string, (context: Context) => Promise<string> | string>;
};

const file_code = (context: Context) => context.file();
const fld_id = (context: Context) => context.folder();

export const ACTIONS = '/api/urlupload/actions';

/** Every call of docs/http-api.md. */
export const documentedCalls: readonly DocumentedCall[] = [
  { section: 'Account info', path: '/api/account/info' },
  { section: 'Reports', path: '/api/account/stats' },
  { section: 'Takedowns', path: '/api/dmca/list' },
  { section: 'Upload server', path: '/api/upload/server' },
  {
    section: 'Upload by link',
    path: '/api/upload/url',
    required: { url: (context) => context.source('conformance.webm') },
  },
  { section: 'Transfer list', path: '/api/urlupload/list' },
  { section: 'Transfer status', path: '/api/urlupload/status', required: { file_code } },
  { section: 'Slots', path: '/api/urlupload/slots' },
  { section: 'Transfer actions', path: ACTIONS, required: { restart_errors: () => '0' } },
  {
    section: 'Create folder',
    path: '/api/folder/create',
    required: { name: (context) => context.name('folder') },
  },
  {
    section: 'Rename folder',
    path: '/api/folder/rename',
    required: { fld_id, name: (context) => context.name('folder') },
  },
  { section: 'List folder', path: '/api/folder/list', required: { fld_id } },
  { section: 'List files', path: '/api/file/list' },
  { section: 'File status', path: '/api/file/check', required: { file_code } },
  { section: 'File info', path: '/api/file/info', required: { file_code } },
  { section: 'File images', path: '/api/file/image', required: { file_code } },
  {
    section: 'Rename file',
    path: '/api/file/rename',
    required: { file_code: (context) => context.newClone(), title: (context) => context.name('title') },
  },
  {
    section: 'Move file',
    path: '/api/file/move',
    required: { file_code: (context) => context.newClone(), fld_id },
  },
  { section: 'Clone file', path: '/api/file/clone', required: { file_code } },
  { section: 'Search', path: '/api/search/videos', required: { search_term: () => 'conformance' } },
];

const UNKNOWN_KEY = 'nobodys0000000000000key';

export async function requiredValues(
  context: Context,
  call: DocumentedCall,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.required ?? {})) values[name] = await value(context);
  return values;
}

export const endpointChecks: Check[] = documentedCalls.flatMap((call) => {
  const { path, required = {} } = call;
  return [
    ...section('Requests', {
      [`${path} is there and answers a GET with an envelope`]: async ({ api }) => {
        // Without its parameters, so that nothing is changed; without the key, so that nothing is refused for them.
        const { httpStatus, body } = await api.bare(path, {});
        expect(httpStatus !== 404 && httpStatus !== 405, `HTTP ${httpStatus}`);
        // How a missing key is refused is not described.
        if (httpStatus >= 400) return;
        expectShape('msg', body['msg'], text);
        expect('status' in body, 'there is no status');
      },
    }),
    ...section('Authentication', {
      [`${path} asks for a key that is somebody’s`]: async (context) => {
        const params = await requiredValues(context, call);
        for (const key of [undefined, '', UNKNOWN_KEY]) {
          const { body } = await context.api.bare(path, { ...(key !== undefined && { key }), ...params });
          expect(
            body['status'] !== 200,
            `with ${key === undefined ? 'no key' : `the key "${key}"`} it answers ${JSON.stringify(body)}`,
          );
        }
      },
    }),
    ...Object.keys(required).flatMap((name) =>
      section(call.section, {
        [`${path} requires ${name}`]: async (context) => {
          if (path === ACTIONS) context.requireQueueChanges();
          const { [name]: _, ...params } = await requiredValues(context, call);
          const { body } = await context.api.get(path, params);
          expect(body['status'] !== 200, `it answers ${JSON.stringify(body)}`);
        },
      }),
    ),
  ];
});
