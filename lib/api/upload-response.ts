/** Reads the response of an upload address (docs/http-api.md, "Upload a file"): JSON, an old HTML form, or plain text. Pure. */
import { classifyMessage, isPlainOkMessage } from './classify-message.ts';
import {
  createMessageFormatter,
  type Failure,
  type FormatMessage,
  isRecord,
  type JsonRecord,
  ownField,
  parseJson,
  parseResponse,
  type Redact,
  scalarText,
  sentences,
} from './envelope.ts';
import { address, createRecordReader, id } from './fields.ts';
import type { HttpFailure, HttpResponse } from './http.ts';
import type { Redactor } from './redact.ts';
import { type FileFacts, fileFacts } from './resources/file-info.ts';
import { readCode } from './resources/find-entry.ts';

/** A file that the service has taken. */
export interface UploadedFile extends FileFacts {
  /** Null where the service took the file and did not say under which code: compare the folder before and after. */
  readonly fileCode: string | null;
  /** Absolute address of the download page. */
  readonly downloadUrl: string | null;
}

type UploadResult = { readonly ok: true; readonly file: UploadedFile } | Failure;

export function readUploadResponse(
  http: HttpResponse | HttpFailure,
  baseUrl: string,
  redactor: Redactor,
): UploadResult {
  const formatMessage = createMessageFormatter(redactor.text);
  const isForeign = http.complete && !http.redirect && http.status < 400;
  const entry = isForeign ? findForeignEntry(http.text, redactor.data) : null;
  if (entry) return readEntry(entry, baseUrl, formatMessage);

  const parsed = parseResponse(http, formatMessage, redactor.data);
  if (parsed.ok) {
    const { result, msg } = parsed;
    const first = Array.isArray(result) ? result[0] : result;
    return readEntry(isRecord(first) ? first : { status: msg }, baseUrl, formatMessage);
  }
  const isPlainText = http.complete && http.text.length <= 2_000 && !/^\s*[<{[]/.test(http.text);
  if (parsed.code !== 'invalid-response' || !isPlainText) return parsed;
  const msg = formatMessage(http.text);
  const code = classifyMessage(msg);
  return code === null ? parsed : { ...parsed, code, sentence: sentences.refused, msg, isUncertain: false };
}

/** Characters. The patterns are slow on longer texts. */
const maxFormLength = 50_000;

/** An entry that comes without an envelope: as bare JSON, or as the fields of an HTML form. */
function findForeignEntry(body: string, redact: Redact): JsonRecord | null {
  if (/^\s*\[/.test(body)) {
    const value = parseJson(body, redact);
    const first: unknown = Array.isArray(value) ? value[0] : null;
    return isRecord(first) ? first : null;
  }
  if (!/^\s*</.test(body) || body.length > maxFormLength) return null;
  const form = parseFormFields(redact(body));
  if (!form.has('fn') && !form.has('st')) return null;
  return { file_code: form.get('fn'), status: form.get('st') };
}

function parseFormFields(html: string): Map<string, string> {
  const areas = html.matchAll(/<textarea[^>]{0,200}?name=["']?(\w+)["']?[^>]{0,200}>([^<]*)<\/textarea/gi);
  const inputs = html.matchAll(
    /<input[^>]{0,200}?name=["']?(\w+)["']?[^>]{0,200}?value=["']([^"'<>]*)["']/gi,
  );
  return new Map([...areas, ...inputs].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

function readEntry(entry: JsonRecord, baseUrl: string, formatMessage: FormatMessage): UploadResult {
  const file = createFileReader(baseUrl)(entry);
  const status = formatMessage(scalarText(ownField(entry, 'status')));
  const isOk = isPlainOkMessage(status) || status === '200';
  const meaning = classifyMessage(status);
  if (file && (isOk || (readCode(entry) && meaning === null))) return { ok: true, file };
  return {
    ok: false,
    code: meaning ?? 'refused',
    sentence: 'The service did not take the file.',
    msg: status || null,
    status: null,
    isUncertain: meaning === null,
  };
}

const createFileReader = (baseUrl: string) =>
  createRecordReader<UploadedFile>({
    ...fileFacts(baseUrl),
    fileCode: [id, 'filecode', 'file_code'],
    downloadUrl: [address(baseUrl), 'download_url'],
  });
