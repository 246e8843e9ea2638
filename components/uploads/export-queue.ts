import { readUploadsOf } from '#page/page-data.ts';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { toUploadItems, type UploadItem, type UploadItemState } from '../../lib/uploads/upload-items.ts';
import { dates } from '../format/dates.ts';
import { folderName } from '../format/names.ts';
import { downloadText, fileName } from '../save-as-file.ts';
import { plural } from '../text.ts';
import { linksText } from './links-text.ts';
import { statusText } from './wording.ts';

/** The service isn't known to have these links. */
const unsent: ReadonlySet<UploadItemState> = new Set([
  'waiting',
  'sending',
  'uncertain',
  'refused',
  'folder-gone',
]);

/** @returns how many links were exported */
export async function exportQueue(
  account: Account,
  items: readonly UploadItem[],
  nowMs: number,
): Promise<number> {
  const isWhole = items.every(({ unread }) => unread === undefined);
  const all = isWhole ? items : toUploadItems(await readUploadsOf(account.id, Number.POSITIVE_INFINITY));
  const links = all
    .filter(({ upload, state }) => unsent.has(state) && upload.url !== '')
    .map((item) => ({
      url: item.upload.url,
      comments: [item.title, folderName(item.upload.folder), statusText(item, nowMs)],
    }));
  const values = { account: getAccountName(account), when: dates.full(nowMs) };
  const heading = plural('queue.exportHeading', links.length, values);
  downloadText(fileName('queue', nowMs), linksText(heading, links));
  return links.length;
}
