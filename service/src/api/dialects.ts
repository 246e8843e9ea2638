/** Every export of an endpoint file is an endpoint. */
import type { DialectName } from '../service.ts';
import type { Dialect } from './dialect.ts';
import * as account from './document/account-endpoints.ts';
import * as files from './document/file-endpoints.ts';
import * as folders from './document/folder-endpoints.ts';
import * as uploads from './document/upload-endpoints.ts';
import { uploadForm } from './document/upload-form.ts';
import type { Endpoint } from './endpoint.ts';
import * as siblingAccount from './sibling/account-endpoints.ts';
import * as siblingFiles from './sibling/file-endpoints.ts';
import * as siblingFolders from './sibling/folder-endpoints.ts';
import { pages as siblingPages } from './sibling/pages.ts';
import * as siblingUploads from './sibling/upload-endpoints.ts';
import { uploadForm as siblingUploadForm } from './sibling/upload-form.ts';

const listEndpoints = (...nouns: Readonly<Record<string, Endpoint>>[]): Endpoint[] =>
  nouns.flatMap(Object.values);

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  /** The one that docs/http-api.md describes first. */
  document: {
    endpoints: listEndpoints(account, uploads, folders, files),
    uploadForm,
    pages: { player: () => '/e/{code}', file: '/d/{code}', playerOptions: true },
  },
  sibling: {
    endpoints: listEndpoints(siblingAccount, siblingUploads, siblingFolders, siblingFiles),
    uploadForm: siblingUploadForm,
    pages: siblingPages,
  },
};
