/** The upload address (docs/http-api.md, "Upload a file"): POST /upload/<one-time code>, a multipart form streamed to disk. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { uploadResult } from './api/response-fields.ts';
import { nowSeconds } from './date-time.ts';
import { inspectMedia } from './media.ts';
import { type Answer, Refusal } from './response-envelope.ts';
import type { Service } from './service.ts';
import type { Account } from './store/accounts.ts';
import { getExtension, titleFromFileName } from './titles.ts';

type Part = { path: string; fileName: string; size: number; tooLarge: boolean };
type Form = { parts: Part[]; apiKey: string | undefined };

const MAX_FILES = 20;

/** Takes the files of one upload. @throws Refusal 400 or 403, with nothing stored. */
export async function receiveUpload(
  service: Service,
  request: IncomingMessage,
  token: string,
  origin: string,
): Promise<Answer> {
  const accountId = service.store.uploadAddresses.take(
    token,
    nowSeconds() - service.settings.uploadAddressMs / 1000,
  );
  const account = accountId === undefined ? undefined : service.store.accounts.byId(accountId);
  if (!account) {
    request.resume();
    throw new Refusal(400, 'This upload address is used up or too old, ask for another');
  }
  const form = await readForm(service, request);
  try {
    checkKeys(account, [findBareKey(request.url ?? ''), form.apiKey]);
    return { result: await storeParts(service, account, form.parts, origin) };
  } finally {
    await Promise.all(form.parts.map((part) => rm(part.path, { force: true })));
  }
}

/** `?KEY` has the value only (docs/http-api.md, "Authentication"); `?key=KEY` and `?api_key=KEY` are understood as well. */
function findBareKey(target: string): string | undefined {
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  const named = query.get('key') ?? query.get('api_key');
  const first = [...query].find(([, value]) => value === '')?.[0];
  return named ?? first;
}

/** The key may come in the form, in the query, or both; whichever comes must be the account's. */
function checkKeys(account: Account, keys: (string | undefined)[]): void {
  const given = keys.filter((key) => key !== undefined && key !== '');
  if (given.length === 0) throw new Refusal(400, 'Invalid key');
  if (given.some((key) => key !== account.apiKey)) throw new Refusal(403, 'Wrong auth');
}

async function storeParts(
  service: Service,
  account: Account,
  parts: Part[],
  origin: string,
): Promise<object[]> {
  const { files } = service.store;
  if (parts.length === 0) throw new Refusal(400, 'Missing parameter: file');
  if (parts.some((part) => part.tooLarge)) {
    throw new Refusal(400, `The file is larger than ${service.settings.maxFileBytes} bytes`);
  }
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (files.used(account.id) + size > service.settings.quotaBytes)
    throw new Refusal(400, 'Not enough storage left');
  const results: object[] = [];
  for (const part of parts) {
    const media = await inspectMedia(part.path, part.fileName);
    const name = service.store.keepPart(part.path);
    const code = service.store.database.transaction(() => {
      const blob = files.addBlob({ name, size: part.size, ...media });
      const title = titleFromFileName(part.fileName);
      const extension = getExtension(part.fileName);
      const file = { accountId: account.id, folderId: 0, title, extension, uploaded: nowSeconds() };
      return files.add(file, blob);
    });
    const file = files.byCode(code);
    if (file) results.push(uploadResult(file, origin));
  }
  return results;
}

/** Streams the form's files to disk, never holding more than a buffer of any. */
async function readForm(service: Service, request: IncomingMessage): Promise<Form> {
  const parts: Part[] = [];
  const writing: Promise<void>[] = [];
  let apiKey: string | undefined;
  try {
    const parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: MAX_FILES, fields: 20, fieldSize: 1000, fileSize: service.settings.maxFileBytes + 1 },
    });
    parser.on('field', (name, value) => {
      if (name === 'api_key') apiKey = value.trim();
    });
    parser.on('file', (name, stream, { filename }) => {
      if (name !== 'file') {
        stream.resume();
        return;
      }
      const part: Part = {
        path: service.store.partPath(),
        // Browsers write a quotation mark so; a name that really has "%22" in it is the rarer one.
        fileName: (filename ?? '').replaceAll('%22', '"'),
        size: 0,
        tooLarge: false,
      };
      parts.push(part);
      stream.on('limit', () => {
        part.tooLarge = true;
      });
      stream.on('data', (chunk: Buffer) => {
        part.size += chunk.length;
      });
      const written = pipeline(stream, createWriteStream(part.path, { flags: 'wx' }));
      // A full disk must end the form, which would otherwise wait for ever for its bytes to be taken.
      written.catch((error: Error) => parser.destroy(error));
      writing.push(written);
    });
    await new Promise<void>((resolve, reject) => {
      parser.once('close', resolve);
      parser.once('error', reject);
      request.once('close', () => {
        if (!request.complete) parser.destroy(new Error('The caller left'));
      });
      request.pipe(parser);
    });
    await Promise.all(writing);
    return { parts, apiKey };
  } catch (error) {
    // The rest of the form is read and dropped: answered in the middle of it, a browser reports a broken connection.
    request.unpipe();
    request.resume();
    await Promise.allSettled(writing);
    await Promise.all(parts.map((part) => rm(part.path, { force: true })));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(400, `The form could not be read: ${reason}`);
  }
}
