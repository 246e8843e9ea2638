import type { Context } from '../check-context.ts';
import type { DocumentedCall } from '../documented-call.ts';

const file_code = (context: Context) => context.file();
const newFile = (context: Context) => context.newClone();
const fld_id = (context: Context) => context.folder();
const name = (context: Context) => context.name('folder');

export const siblingCalls: readonly DocumentedCall[] = [
  { section: 'Account info (sibling)', path: '/api/account/info' },
  { section: 'Reports (sibling)', path: '/api/account/stats' },
  { section: 'Upload server (sibling)', path: '/api/upload/server' },
  {
    section: 'Upload by link (sibling)',
    path: '/api/upload/url',
    required: { url: (context) => context.source('conformance.webm') },
  },
  { section: 'Transfer list (sibling)', path: '/api/file/url_uploads' },
  { section: 'Transfer actions (sibling)', path: '/api/file/url_actions', changesQueue: true },
  { section: 'Encodings (sibling)', path: '/api/file/encodings' },
  { section: 'Create folder (sibling)', path: '/api/folder/create', required: { name } },
  { section: 'Edit folder (sibling)', path: '/api/folder/edit', required: { fld_id }, also: { name } },
  { section: 'List folder (sibling)', path: '/api/folder/list' },
  { section: 'List files (sibling)', path: '/api/file/list' },
  { section: 'File info (sibling)', path: '/api/file/info', required: { file_code } },
  {
    section: 'Edit file (sibling)',
    path: '/api/file/edit',
    required: { file_code: newFile },
    also: { file_title: (context) => context.name('title') },
  },
  { section: 'Clone file (sibling)', path: '/api/file/clone', required: { file_code } },
  { section: 'Delete file (sibling)', path: '/api/file/delete', required: { file_code: newFile } },
  { section: 'Deleted files (sibling)', path: '/api/file/deleted' },
  { section: 'Takedowns (sibling)', path: '/api/file/dmca' },
];
