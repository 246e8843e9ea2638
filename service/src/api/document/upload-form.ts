/** The form for local uploads (docs/http-api.md, "Upload a file"). Accepts all its files or none. */
import { Refusal } from '../../response-envelope.ts';
import { titleFromFileName } from '../../titles.ts';
import type { UploadForm } from '../dialect.ts';
import { storeReceived } from '../store-received.ts';
import { uploadResult } from './response-fields.ts';

export const uploadForm: UploadForm = {
  // Documented is the bare `?KEY` ("Authentication"). `?key=KEY` and `?api_key=KEY` work too.
  readKeys(query, fields) {
    const named = query.get('key') ?? query.get('api_key');
    const first = [...query].find(([, value]) => value === '')?.[0];
    return [named ?? first, fields.get('api_key')];
  },
  async store({ service, account, files, shareUrl }) {
    if (files.some((file) => file.tooLarge)) {
      throw new Refusal(400, `The file is larger than ${service.settings.maxFileBytes} bytes`);
    }
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > service.store.storageLeft(account.id, service.settings))
      throw new Refusal(400, 'Not enough storage left');
    const results: object[] = [];
    for (const file of files) {
      const title = titleFromFileName(file.fileName);
      const stored = await storeReceived(service, file, { accountId: account.id, folderId: 0, title });
      results.push(uploadResult(stored, shareUrl));
    }
    return { result: results };
  },
};
