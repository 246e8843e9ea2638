/** Opens the picker window for links. */
import type { LinkDraft } from '../../links/link.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import { asChosen, type Upload } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';

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

/** The links, with the titles of their uploads where they have none. */
export function withTitlesOf(uploads: readonly Upload[], links: readonly LinkDraft[]): readonly LinkDraft[] {
  const find = findByAddress(uploads.map(asChosen));
  return links.map((link) => ({ ...link, title: link.title ?? find(link.url)[0]?.title ?? undefined }));
}
