/**
 * The upload address: POST /upload/<one-time code>, a multipart form streamed to disk. The dialect decides its fields.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ReceivedFile, UploadForm } from './api/dialect.ts';
import { nowSeconds } from './date-time.ts';
import { type EndpointResult, Refusal } from './response-envelope.ts';
import type { Service } from './service.ts';
import type { Account } from './store/accounts.ts';

interface Form {
  files: ReceivedFile[];
  fields: URLSearchParams;
  names: string[];
}

const maxFiles = 20;

/** @throws Refusal 400 or 403, with nothing stored. */
export async function receiveUpload(
  service: Service,
  uploadForm: UploadForm,
  request: IncomingMessage,
  token: string,
  origin: string,
): Promise<EndpointResult | Response> {
  const accountId = service.store.uploadAddresses.take(
    token,
    nowSeconds() - service.settings.uploadAddressMs / 1000,
  );
  const account = accountId === undefined ? undefined : service.store.accounts.byId(accountId);
  if (!account) {
    request.resume();
    throw new Refusal(400, 'This upload address was already used or has expired. Request a new one');
  }
  const { files, fields, names } = await readForm(service, request);
  try {
    const query = new URLSearchParams(request.url?.split('?')[1]);
    checkKeys(account, uploadForm.readKeys(query, fields));
    const entry = service.audit.entryOf(request);
    if (entry) Object.assign(entry, { account: account.email, form: names });
    if (files.length === 0) throw new Refusal(400, 'Missing parameter: file');
    const shareUrl = service.settings.shareUrl || origin;
    return await uploadForm.store({ service, account, files, fields, shareUrl });
  } finally {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  }
}

/** A request can contain several keys. Each must be the account's. */
function checkKeys(account: Account, keys: (string | null | undefined)[]): void {
  const given = keys.filter((key) => key);
  if (given.length === 0) throw new Refusal(400, 'Invalid key');
  if (given.some((key) => key !== account.apiKey)) throw new Refusal(403, 'Wrong auth');
}

async function readForm(service: Service, request: IncomingMessage): Promise<Form> {
  const files: ReceivedFile[] = [];
  const fields = new URLSearchParams();
  const names: string[] = [];
  const writing: Promise<void>[] = [];
  try {
    const parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: maxFiles, fields: 100, fieldSize: 1000, fileSize: service.settings.maxFileBytes + 1 },
    });
    parser.on('field', (name, value) => {
      names.push(name);
      fields.append(name, value.trim());
    });
    parser.on('file', (name, stream, { filename }) => {
      names.push(name);
      if (name !== 'file') {
        stream.resume();
        return;
      }
      const file: ReceivedFile = {
        path: service.store.partPath(),
        // Browsers encode quotation marks as "%22". Names that really contain "%22" are rarer.
        fileName: (filename ?? '').replaceAll('%22', '"'),
        size: 0,
        tooLarge: false,
      };
      files.push(file);
      stream.on('limit', () => {
        file.tooLarge = true;
      });
      stream.on('data', (chunk: Buffer) => {
        file.size += chunk.length;
      });
      const written = pipeline(stream, createWriteStream(file.path, { flags: 'wx' }));
      // If the disk is full, the form must fail, or it would wait forever for its bytes to be read.
      written.catch((error: Error) => parser.destroy(error));
      writing.push(written);
    });
    await new Promise<void>((resolve, reject) => {
      parser.once('close', resolve);
      parser.once('error', reject);
      request.once('close', () => {
        if (!request.complete) parser.destroy(new Error('The caller disconnected'));
      });
      request.pipe(parser);
    });
    await Promise.all(writing);
    return { files, fields, names };
  } catch (error) {
    // If the response comes before the end of the form, browsers report a broken connection.
    request.unpipe();
    request.resume();
    await Promise.allSettled(writing);
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(400, `The form could not be read: ${reason}`);
  }
}
