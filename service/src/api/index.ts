/** Every endpoint of docs/http-api.md: whatever the files of the nouns export. */
import * as account from './account.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as folders from './folders.ts';
import * as remoteUploads from './remote-uploads.ts';
import * as search from './search.ts';
import * as takedowns from './takedowns.ts';
import * as uploads from './uploads.ts';

const nouns: readonly Readonly<Record<string, Endpoint>>[] = [
  account,
  takedowns,
  uploads,
  remoteUploads,
  folders,
  files,
  search,
];

export const endpoints: readonly Endpoint[] = nouns.flatMap((noun) => Object.values(noun));
