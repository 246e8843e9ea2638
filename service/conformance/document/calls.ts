import type { Context } from '../check-context.ts';
import type { DocumentedCall } from '../documented-call.ts';

const file_code = (context: Context) => context.file();
const fld_id = (context: Context) => context.folder();

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
  {
    section: 'Transfer actions',
    path: '/api/urlupload/actions',
    required: { restart_errors: () => '0' },
    changesQueue: true,
  },
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
