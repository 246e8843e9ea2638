/**
 * The form for local uploads (docs/http-api.md, "Upload a file (sibling)"). Accepts or refuses each file separately.
 */
import { nowSeconds } from '../../date-time.ts';
import type { Service } from '../../service.ts';
import type { Account } from '../../store/accounts.ts';
import { rootId } from '../../store/folders.ts';
import { normalizeTitle, titleFromFileName } from '../../titles.ts';
import { pagePath, type ReceivedFile, type Upload, type UploadForm } from '../dialect.ts';
import { storeReceived } from '../store-received.ts';
import { filePage } from './pages.ts';

/** Gets files that are sent without their `sess_id`. */
const nobodyEmail = 'nobody@localhost';

export const uploadForm: UploadForm = {
  readKeys: (_, fields) => [fields.get('key')],
  async store(upload) {
    const { service, fields, shareUrl } = upload;
    const owner = findOwner(upload);
    const titles = fields.getAll('file_title');
    const entries: { filecode: string; filename: string; status: string }[] = [];
    for (const [index, file] of upload.files.entries()) {
      const filename = file.fileName;
      const refusal = findRefusal(service, owner, file);
      if (refusal !== undefined) {
        entries.push({ filecode: '', filename, status: refusal });
        continue;
      }
      const { code } = await storeReceived(service, file, {
        accountId: owner.id,
        folderId: findFolder(service, owner, fields.get('fld_id')),
        title: normalizeTitle(titles[index] ?? '') || titleFromFileName(filename),
        description: fields.get('file_descr') ?? '',
        tags: fields.get('tags') ?? '',
      });
      entries.push({ filecode: code, filename, status: 'OK' });
    }
    const [first] = entries;
    if (first?.filecode && fields.get('html_redirect') === '1') {
      return new Response(null, {
        status: 303,
        headers: { location: shareUrl + pagePath(filePage, first.filecode) },
      });
    }
    return { extra: { files: entries }, serverTime: 'none' };
  },
};

function findOwner({ service, account, fields }: Upload): Account {
  const { store, settings } = service;
  if (!settings.sessionIds) return account;
  const oldest = nowSeconds() - settings.uploadAddressMs / 1000;
  const isSession = store.uploadAddresses.take(fields.get('sess_id') ?? '', oldest) === account.id;
  return isSession ? account : store.accounts.ensure(nobodyEmail, nowSeconds());
}

function findRefusal(service: Service, owner: Account, { size, tooLarge }: ReceivedFile): string | undefined {
  if (tooLarge) return 'file is too big';
  if (size === 0) return 'null filesize or wrong file path';
  if (size > service.store.storageLeft(owner.id, service.settings)) return 'not enough disk space';
  return undefined;
}

/** As on services of this family, a folder that the account doesn't have means the root. */
function findFolder({ store }: Service, owner: Account, text: string | null): number {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : rootId;
  return store.folders.has(owner.id, id) ? id : rootId;
}
