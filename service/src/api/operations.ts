/** What calls do in the store. The dialects differ only in names and messages. */
import { parseDateTime } from '../date-time.ts';
import { parseHttpAddress } from '../http-address.ts';
import { Refusal } from '../response-envelope.ts';
import type { Account, Day } from '../store/accounts.ts';
import type { FileFilter, StoredFile } from '../store/files.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './endpoint.ts';

/** Invented, so that reports and the balance aren't empty. */
const profitPerView = 0.0005;
const profitPerDownload = 0.0002;

/** Protects the service. The documents state no maximum. */
export const maxReportDays = 3660;

const defaultPerPage = 50;
const maxPerPage = 200;
const maxWords = 20;

export const notFoundMessage = 'Not found or not your file';

export const formatMoney = (amount: number): string => amount.toFixed(5);

export function earnings({ views, downloads }: Omit<Day, 'day'>) {
  const byViews = views * profitPerView;
  return {
    byViews: formatMoney(byViews),
    total: formatMoney(byViews + downloads * profitPerDownload),
  };
}

export function balance(store: Store, account: Account): string {
  return earnings(store.accounts.totals(account.id)).total;
}

export function listPage(call: Call, filter: FileFilter) {
  const perPage = Math.min(call.count('per_page', defaultPerPage), maxPerPage);
  const offset = (call.count('page', 1) - 1) * perPage;
  const { files, total } = call.service.store.files.list(call.account.id, filter, perPage, offset);
  return { files, total, pages: Math.ceil(total / perPage) };
}

/** `created` in seconds since 1970: a time, or a number of minutes before now. Later files match. */
export function createdAfter(call: Call): number | undefined {
  const text = call.optional('created');
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return call.now - Number(text) * 60 - 1;
  const time = parseDateTime(text);
  if (time === undefined)
    throw new Refusal(400, 'Invalid created: YYYY-MM-DD HH:MM:SS, or a number of minutes');
  return time;
}

export const searchWords = (term: string): string[] => term.split(/\s+/).slice(0, maxWords);

/** @throws Refusal 404 if `file_code` is not a file of the caller's account. */
export function requireOwnFile(call: Call): StoredFile {
  const file = call.service.store.files.own(call.account.id, call.required('file_code'));
  if (!file) throw new Refusal(404, notFoundMessage);
  return file;
}

/** Returns the code of the future file. @throws Refusal 400 if the transfer can't be queued. */
export function addTransfer(call: Call, newTitle: string, fullMessage: (limit: number) => string): string {
  const { account, service } = call;
  const url = call.required('url');
  if (!parseHttpAddress(url))
    throw new Refusal(400, 'Invalid url: only http and https addresses can be fetched');
  const { transfers } = service.store;
  const { allowDuplicates, queueLimit } = service.settings;
  if (!allowDuplicates && transfers.isQueued(account.id, url)) {
    throw new Refusal(400, 'This link is already in the queue');
  }
  if (transfers.countActive(account.id) >= queueLimit) throw new Refusal(400, fullMessage(queueLimit));
  const code = transfers.add({
    accountId: account.id,
    folderId: call.targetFolder('fld_id'),
    url,
    newTitle,
    created: call.now,
  });
  service.fetcher.startPending();
  return code;
}

/** The file may belong to any account. The copy shares its bytes. */
export function cloneFile(call: Call, newTitle?: string): StoredFile {
  const { account, service } = call;
  const { files } = service.store;
  const source = files.byCode(call.required('file_code'));
  const blob = source && files.blob(source.blobId);
  if (!source || !blob || source.disabled) throw new Refusal(404, 'There is no such file');
  if (source.size > service.store.storageLeft(account.id, service.settings))
    throw new Refusal(400, 'Not enough storage left');
  const { title, extension, size, length } = source;
  const copy = {
    accountId: account.id,
    folderId: call.targetFolder('fld_id'),
    title: newTitle ?? title,
    extension,
    uploaded: call.now,
  };
  const clone = files.byCode(files.add(copy, blob, { size, length }));
  if (!clone) throw new Error('The copy was not stored.');
  return clone;
}
