/** Uploads: the address for local files (see upload-form.ts for the form), and remote uploads (docs/http-api.md, "Uploads"). */
import { Refusal } from '../../response-envelope.ts';
import { normalizeTitle } from '../../titles.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { addTransfer } from '../operations.ts';
import { listedTransfer } from './response-fields.ts';

export const uploadServer: Endpoint = {
  path: '/api/upload/server',
  handle({ account, now, service, uploadUrl }) {
    return { result: `${uploadUrl}/upload/${service.store.uploadAddresses.create(account.id, now)}` };
  },
};

export const remoteUploadAdd: Endpoint = {
  path: '/api/upload/url',
  handle(call) {
    const newTitle = normalizeTitle(call.optional('new_title') ?? '');
    const filecode = addTransfer(call, newTitle, () => 'The queue is full, try again later');
    return { extra: { new_title: newTitle, ...countSlots(call) }, result: { filecode } };
  },
};

export const remoteUploadList: Endpoint = {
  path: '/api/urlupload/list',
  handle({ account, service }) {
    const transfers = service.store.transfers.list(account.id);
    return {
      result: transfers.map((transfer) => listedTransfer(transfer, service.settings)),
    };
  },
};

export const remoteUploadStatus: Endpoint = {
  path: '/api/urlupload/status',
  handle(call) {
    const { account, service } = call;
    const transfer = service.store.transfers.byCode(call.required('file_code'));
    const own = transfer?.accountId === account.id ? [transfer] : [];
    return { result: own.map((entry) => listedTransfer(entry, service.settings)) };
  },
};

export const remoteUploadSlots: Endpoint = {
  path: '/api/urlupload/slots',
  handle(call) {
    return { extra: countSlots(call) };
  },
};

export const remoteUploadActions: Endpoint = {
  path: '/api/urlupload/actions',
  handle(call) {
    const { account, service } = call;
    call.required('restart_errors');
    const { transfers } = service.store;
    const deleteCode = call.optional('delete_code');
    const toDelete = deleteCode === undefined ? undefined : transfers.byCode(deleteCode);
    if (deleteCode !== undefined && toDelete?.accountId !== account.id) {
      throw new Refusal(404, 'There is no such transfer');
    }
    const done: string[] = [];
    if (call.flag('restart_errors')) {
      transfers.restartErrors(account.id);
      done.push('Errors restarted');
    }
    if (call.flag('clear_errors')) {
      transfers.clearErrors(account.id);
      done.push('Errors cleared');
    }
    if (call.flag('clear_all')) {
      for (const transfer of transfers.list(account.id)) service.fetcher.remove(transfer.fileCode);
      done.push('All transfers cleared');
    }
    if (toDelete) {
      service.fetcher.remove(toDelete.fileCode);
      done.push('Transfer deleted');
    }
    service.fetcher.startPending();
    return { msg: done.join(', ') || 'OK' };
  },
};

/** Includes pending transfers, so a caller that only fills free slots never waits. */
function countSlots({ account, service }: Call): { total_slots: string; used_slots: string } {
  const total = service.settings.slots;
  const used = Math.min(total, service.store.transfers.countActive(account.id));
  return { total_slots: String(total), used_slots: String(used) };
}
