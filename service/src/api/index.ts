/** Every endpoint of docs/http-api.md: the exports of the files below. */
import * as account from './account.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as folders from './folders.ts';
import * as takedowns from './takedowns.ts';
import * as uploads from './uploads.ts';

const resources: readonly Readonly<Record<string, Endpoint>>[] = [
  account,
  takedowns,
  uploads,
  folders,
  files,
];

export const endpoints: readonly Endpoint[] = resources.flatMap((resource) => Object.values(resource));
