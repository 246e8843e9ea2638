import type { LinkDraft } from '../../links/link.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import { type Upload, withChosenFields } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import { GoneError } from '../problems.ts';
import type { AddedLinks } from './add-links.ts';

export type PickerNeeds = Needs<'pickerRequests' | 'ports'>;

/** @returns the id of the request */
export async function openPicker(
  { pickerRequests, ports }: PickerNeeds,
  request: StoredPickerRequest,
): Promise<string> {
  const id = await pickerRequests.put(request);
  await ports.openPicker(id);
  return id;
}

/**
 * For links that were already sent: the choice replaces these uploads. Rejects with `GoneError` if none of them exists.
 *
 * @param from what was clicked, if it was a page
 */
export async function reopenPicker(
  context: PickerNeeds & Needs<'uploads'>,
  ids: readonly string[],
  from: Partial<StoredPickerRequest> = {},
): Promise<void> {
  const uploads = (await context.uploads.read(ids)).map(withChosenFields).filter(({ url }) => url !== '');
  const [first] = uploads;
  if (first === undefined) throw new GoneError();
  const { accountId = first.accountId, clicked = null, toastTabId } = from;
  const find = findByAddress(uploads);
  // Copies count as one link.
  const sent = new Map(uploads.map(({ url, pageUrl }) => [url, { url, pageUrl }]));
  const links = from.links?.filter(({ url }) => find(url).length > 0) ?? [...sent.values()];
  await openPicker(context, {
    ...{ accountId, clicked, toastTabId, private: first.private },
    links: withUploadTitles(uploads, links),
    // If copies go to other accounts, the rules name all of them.
    chosen: uploads.every((upload) => upload.accountId === accountId) ? first.folder : undefined,
    reason: 'choose',
    replaces: uploads.map(({ id }) => id),
  });
}

/** Adds missing titles. */
export function withUploadTitles(
  uploads: readonly Upload[],
  links: readonly LinkDraft[],
): readonly LinkDraft[] {
  const find = findByAddress(uploads.map(withChosenFields));
  return links.map((link) => ({ ...link, title: link.title ?? find(link.url)[0]?.title ?? undefined }));
}

/** Which accounts hold links back, and where the clicked account has them. The picker names and moves those. */
export const describeHeld = ({
  outcome,
  known,
}: AddedLinks): Pick<StoredPickerRequest, 'heldBy' | 'known'> => ({
  heldBy: outcome.heldBy && Object.keys(outcome.heldBy),
  known,
});
