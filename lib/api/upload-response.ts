/**
 * Reads the response of an upload address (docs/http-api.md, "Upload a file"): JSON, an old HTML form, or plain text. An OK doesn't count
 * without a code, or beside a word that isn't a success. Pure.
 */
import { classifyMessage, isKnownMessage } from './classify-message.ts';
import type { UploadForm } from './dialects/dialect.ts';
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
  readStatusWords,
  scalarText,
  sentences,
} from './envelope.ts';
import {
  type AddressBases,
  address,
  code,
  createRecordReader,
  isNothingOrZero,
  type RecordReader,
  text,
} from './fields.ts';
import type { HttpFailure, HttpResponse } from './http.ts';
import { createPhraseFinder, readWords } from './phrases.ts';
import type { Redactor } from './redact.ts';
import { type FileFacts, fileFacts } from './resources/file-info.ts';

/** A file that the service accepted. */
export interface UploadedFile extends FileFacts {
  /** Identifies the file in every call. */
  readonly fileCode: string;
  /** Absolute address of the download page. */
  readonly downloadUrl: string | null;
}

/** `fileCode`: the service refuses the file but names it, so it may exist. */
type Refusal = Failure & { readonly fileCode: string | null };
type UploadResult = { readonly ok: true; readonly file: UploadedFile } | Refusal;

export function readUploadResponse(
  http: HttpResponse | HttpFailure,
  bases: AddressBases,
  names: UploadForm['fields'],
  redactor: Redactor,
  name: string,
): UploadResult {
  const formatMessage = createMessageFormatter(redactor.text);
  const parsed = parseResponse(http, formatMessage, redactor.data);
  const body = http.complete && !http.redirect ? parseBody(http.text, redactor.data) : null;
  const entries = listEntries(body);
  // Without an envelope, an HTTP error comes from a proxy.
  const isError = http.status !== null && http.status >= 400;
  const isRefused = !parsed.ok && parsed.status !== null && parsed.status >= 400;
  const isForeign =
    !parsed.ok && parsed.code === 'invalid-response' && http.complete && !isError && !isRefused;
  if (parsed.ok || (isForeign && entries.length > 0))
    return judge(entries, name, parsed.ok ? parsed.msg : '', fileFields(bases, names), formatMessage);

  const entry = chooseEntry(entries, name);
  const refusal = entry ? readRefusal(entry, formatMessage) : null;
  if (parsed.code !== 'invalid-response' && entry) {
    const msg = parsed.msg ?? refusal;
    return nameFile({ ...parsed, msg }, readUploadedCode(entry));
  }
  const isPlainText = http.complete && http.text.length <= 2_000 && !/^\s*[<{[]/.test(http.text);
  const msg = isPlainText ? formatMessage(http.text) : '';
  const code = classifyMessage(msg);
  if (parsed.code !== 'invalid-response' || code === null) return { ...parsed, fileCode: null };
  return { ...parsed, code, sentence: sentences.refused, msg, isUncertain: false, fileCode: null };
}

/** In characters. The patterns are slow on long texts. */
const maxFormLength = 50_000;

/** Null unless it is JSON or an HTML form, whose fields get their JSON names. */
function parseBody(body: string, redact: Redact): unknown {
  if (!/^\s*</.test(body)) return parseJson(body, redact);
  if (body.length > maxFormLength) return null;
  const form = parseFormFields(body);
  const [code, state] = ['fn', 'st'].map((name) => form.get(name)).map((value) => value && redact(value));
  return form.has('fn') || form.has('st') ? [{ file_code: code, st: state }] : null;
}

function parseFormFields(html: string): Map<string, string> {
  const tags = html.matchAll(/<(?:(textarea)|input)\b([^>]{0,400})>([^<]*)/gi);
  return new Map(
    [...tags].map(([, textarea, attributes = '', content = '']) => {
      const name = readAttribute(attributes, 'name').toLowerCase();
      return [name, textarea ? content : readAttribute(attributes, 'value')];
    }),
  );
}

function readAttribute(attributes: string, name: string): string {
  const pattern = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i');
  const [, ...values] = pattern.exec(attributes) ?? [];
  return values.find((value) => value !== undefined) ?? '';
}

const codeNames = ['filecode', 'file_code', 'fileCode', 'FileCode', 'file-code'] as const;
const nameNames = ['filename', 'file_name', 'fileName', 'name', 'title', 'file_title'] as const;

/** The files' entries: a list, a list or entry under a known name, or the response itself. */
function listEntries(value: unknown, depth = 0): readonly JsonRecord[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  if (!isRecord(value) || depth > 2) return [];
  if (readUploadedCode(value) !== null) return [value];
  for (const name of ['files', 'file', 'result']) {
    const entries = listEntries(ownField(value, name), depth + 1);
    if (entries.length > 0) return entries;
  }
  if (codeNames.some((name) => Object.hasOwn(value, name))) return [value];
  // The response itself must have a file code.
  const values = depth === 0 ? [] : Object.values(value);
  if (values.length === 0) return [];
  return values.every(isRecord) ? values : [value];
}

/** The one with the file's name, or the only one without a name. */
function chooseEntry(entries: readonly JsonRecord[], name: string): JsonRecord | null {
  const [only] = entries;
  if (only === undefined || entries.length === 1) return only ?? null;
  const named = entries.map((entry) => ({ entry, title: readName(entry) }));
  const ours =
    named.find(({ title }) => title === name) ??
    named.find(({ title }) => title !== '' && simplify(title) === simplify(name));
  const unnamed = named.filter(({ title }) => title === '');
  return ours?.entry ?? (unnamed.length === 1 ? (unnamed[0]?.entry ?? null) : null);
}

/** As services do. */
const simplify = (title: string): string =>
  title
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function judge(
  entries: readonly JsonRecord[],
  name: string,
  msg: string,
  read: RecordReader<FileFields>,
  formatMessage: FormatMessage,
): UploadResult {
  const entry = chooseEntry(entries, name);
  const about = entry ? [entry] : entries;
  const refusals = about.map((each) => readRefusal(each, formatMessage));
  const [refusal = null] = refusals.includes(null) ? [] : refusals;
  const words = refusal ?? (isSuccess(msg) ? null : msg);
  const fileCode = entry && readUploadedCode(entry);
  if (words !== null) return nameFile(refuse(words), fileCode);
  const file = read(entry);
  if (file && fileCode !== null) return { ok: true, file: { ...file, fileCode } };
  const failure = refuse(null, 'The service did not say which file it received.');
  const isDenied = entry !== null && codeNames.some((each) => Object.hasOwn(entry, each));
  return isDenied ? failure : { ...failure, code: 'invalid-response' };
}

/** Uncertain: some files arrive although they are refused in such words. */
function refuse(words: string | null, sentence = 'The service did not accept the file.'): Refusal {
  const meaning = classifyMessage(words ?? '');
  // "Not found" is about the sent file.
  const isGeneral = meaning === null || meaning === 'not-found' || meaning === 'refused';
  const code = isGeneral ? 'refused' : meaning;
  return { ok: false, code, sentence, msg: words, status: null, isUncertain: isGeneral, fileCode: null };
}

/** The file may exist, unless the service means an older one. */
function nameFile(refusal: Failure, fileCode: string | null): Refusal {
  const isBefore = isKnownMessage(refusal.msg ?? '');
  if (isBefore) return { ...refusal, isUncertain: false, fileCode: null };
  return fileCode === null ? { ...refusal, fileCode } : { ...refusal, isUncertain: true, fileCode };
}

/** Why an entry refuses its file. Null if it doesn't. */
function readRefusal(entry: JsonRecord, formatMessage: FormatMessage): string | null {
  const error = formatMessage(scalarText(ownField(entry, 'error')));
  const said = ['msg', 'message'].map((name) => formatMessage(scalarText(ownField(entry, name))));
  const words = [
    ...readStatusWords(entry)
      .map(formatMessage)
      .filter((word) => !isSuccess(word)),
    ...(isNothingOrZero(error) ? [] : [error]),
    ...said.filter((message) => classifyMessage(message) !== null),
  ];
  // A number or "true" says less.
  return words.find((word) => /\p{L}/u.test(word) && word !== 'true') ?? words[0] ?? null;
}

/** Any other word is a refusal. */
const saysArrived = createPhraseFinder([
  '^ processing|pending|queued|encoding|converting for? processing|encoding|conversion? $',
  '^ 200|201|202|203|204|205|206|207|208|209|1|true|active $',
  '^ file? upload? ok|okay|success*|uploaded|complete|completed|done|finished|stored|saved successfully? $',
]);

const isSuccess = (text: string): boolean => {
  const words = readWords(text);
  return words.length === 0 || saysArrived(words);
};

const readName = (entry: JsonRecord): string =>
  text(nameNames.map((name) => ownField(entry, name)).find((value) => scalarText(value) !== ''));

const readUploadedCode = (entry: JsonRecord): string | null =>
  codeNames.map((name) => code(ownField(entry, name))).find((each) => each !== undefined) ?? null;

type FileFields = Omit<UploadedFile, 'fileCode'>;

const fileFields = (bases: AddressBases, names: UploadForm['fields']) =>
  createRecordReader<FileFields>({
    ...fileFacts(bases, names),
    downloadUrl: [address(bases.pagesUrl), ...names.downloadUrl],
  });
