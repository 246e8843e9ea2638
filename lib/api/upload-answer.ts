/**
 * Reads what an upload address answers (docs/http-api.md, "Upload a file"): JSON with or
 * without an envelope, an old HTML form, or plain text with an error in it. Pure.
 */
import { type Failure, isRecord, judge, own, scalar, type Tidy } from './envelope.ts';
import { address, code, count, flag, id, shape, text, time } from './fields.ts';
import type { HttpAnswer, HttpFailure } from './http.ts';
import { isPlainOk, readWords } from './words.ts';

export interface UploadedFile {
  /**
   * Null where the service took the file and did not say under which code: find it by comparing the folder before and
   * after.
   */
  readonly fileCode: string | null;
  readonly title: string;
  readonly downloadUrl: string | null;
  /** Bytes. */
  readonly size: number | null;
  /** Seconds. */
  readonly length: number | null;
  readonly canPlay: boolean | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly uploaded: string | null;
  readonly singleImage: string | null;
  readonly splashImage: string | null;
  readonly protectedEmbed: string | null;
  readonly protectedDownload: string | null;
}

export type UploadRead = { readonly ok: true; readonly file: UploadedFile } | Failure;

interface Context {
  readonly baseUrl: string;
  readonly tidy: Tidy;
}

export function readUploadAnswer(http: HttpAnswer | HttpFailure, { baseUrl, tidy }: Context): UploadRead {
  const entry = http.complete && !http.redirect && http.status < 400 ? foreignEntry(http.text) : null;
  if (entry) return readEntry(entry, baseUrl, tidy);

  const judged = judge(http, tidy);
  if (judged.ok) {
    const { result, msg } = judged;
    const first = Array.isArray(result) ? result[0] : result;
    if (isRecord(first)) return readEntry(first, baseUrl, tidy);
    return isPlainOk(msg) ? readEntry({}, baseUrl, tidy) : readEntry({ status: msg }, baseUrl, tidy);
  }
  const words = judged.code === 'invalid-response' && http.complete ? plainWords(http.text, tidy) : null;
  const meaning = words === null ? null : readWords(words);
  return meaning === null
    ? judged
    : { ...judged, code: meaning, sentence: 'The service refused.', msg: words, unsure: false };
}

/** Characters; a form holds a code and a word, and the patterns take too long for a book. */
const longestForm = 50_000;

/** An entry that comes without an envelope: as bare JSON, or as the fields of an HTML form. */
function foreignEntry(body: string): Readonly<Record<string, unknown>> | null {
  if (/^\s*\[/.test(body)) return bareEntry(body);
  if (!/^\s*</.test(body) || body.length > longestForm) return null;
  const form = formFields(body);
  if (!form.has('fn') && !form.has('st')) return null;
  return { file_code: form.get('fn'), status: form.get('st') };
}

function bareEntry(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    const first: unknown = Array.isArray(value) ? value[0] : null;
    return isRecord(first) ? first : null;
  } catch {
    // Cut off or no JSON after all; `judge` says so.
    return null;
  }
}

/** Name → value of textareas and inputs. */
function formFields(html: string): Map<string, string> {
  const areas = html.matchAll(/<textarea[^>]{0,200}?name=["']?(\w+)["']?[^>]{0,200}>([^<]*)<\/textarea/gi);
  const inputs = html.matchAll(
    /<input[^>]{0,200}?name=["']?(\w+)["']?[^>]{0,200}?value=["']([^"'<>]*)["']/gi,
  );
  return new Map([...areas, ...inputs].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

/** A short text that is no page and no JSON. */
function plainWords(body: string, tidy: Tidy): string | null {
  return body.length <= 2_000 && !/^\s*[<{[]/.test(body) ? tidy(body) : null;
}

function readEntry(entry: Readonly<Record<string, unknown>>, baseUrl: string, tidy: Tidy): UploadRead {
  const file = uploadedFile(baseUrl)(entry);
  const said = tidy(scalar(own(entry, 'status')));
  const isOk = isPlainOk(said) || said === '200';
  if (file && (isOk || (fileCode(entry) && readWords(said) === null))) return { ok: true, file };
  return {
    ok: false,
    code: readWords(said) ?? 'refused',
    sentence: 'The service did not take the file.',
    msg: said || null,
    status: null,
    unsure: readWords(said) === null,
  };
}

const fileCode = shape<{ readonly fileCode: string }>({ fileCode: [code, 'filecode', 'file_code'] });

const uploadedFile = (baseUrl: string) =>
  shape<UploadedFile>({
    fileCode: [id, 'filecode', 'file_code'],
    title: [text, 'title', 'file_title', 'name'],
    downloadUrl: [address(baseUrl), 'download_url'],
    size: [count, 'size'],
    length: [count, 'length'],
    canPlay: [flag, 'canplay'],
    uploaded: [time, 'uploaded'],
    singleImage: [address(baseUrl), 'single_img'],
    splashImage: [address(baseUrl), 'splash_img'],
    protectedEmbed: [address(baseUrl), 'protected_embed'],
    protectedDownload: [address(baseUrl), 'protected_dl', 'protected_download'],
  });
