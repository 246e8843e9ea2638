/**
 * Uploads: the address for local files (see upload-form.ts for the form), and transfers (docs/http-api.md, "The sibling
 * dialect").
 */
import { Refusal } from '../../response-envelope.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { addTransfer } from '../operations.ts';
import { listedTransfer } from './response-fields.ts';

export const uploadServer: Endpoint = {
  path: '/api/upload/server',
  handle({ account, now, service, uploadUrl }) {
    const { uploadAddresses } = service.store;
    return {
      extra: service.settings.sessionIds ? { sess_id: uploadAddresses.create(account.id, now) } : {},
      result: `${uploadUrl}/upload/${uploadAddresses.create(account.id, now)}`,
    };
  },
};

export const transferAdd: Endpoint = {
  path: '/api/upload/url',
  handle(call) {
    const added = { filecode: addTransfer(call, '', (limit) => `max urls limit: ${limit}`) };
    return { result: call.service.settings.codeInArray ? [added] : added };
  },
};

export const transferList: Endpoint = {
  path: '/api/file/url_uploads',
  handle(call) {
    const { account, service } = call;
    const { transfers } = service.store;
    const code = call.optional('file_code');
    const all = transfers.list(account.id);
    const chosen = code === undefined ? all : all.filter((transfer) => transfer.fileCode === code);
    return {
      extra: { requests_available: String(countAvailable(call)) },
      result: chosen.map((transfer) => listedTransfer(transfer, service.settings)),
    };
  },
};

export const transferActions: Endpoint = {
  path: '/api/file/url_actions',
  handle(call) {
    const { account, service } = call;
    const { transfers } = service.store;
    const isOwn = (code: string) => transfers.byCode(code)?.accountId === account.id;
    const toDelete =
      call.optional('delete_code') === undefined ? undefined : call.codes('delete_code').filter(isOwn);
    if (toDelete?.length === 0) throw new Refusal(404, 'There is no such transfer');
    if (call.flag('restart_errors')) transfers.restartErrors(account.id);
    if (call.flag('delete_errors')) transfers.clearErrors(account.id);
    const all = call.flag('delete_all') ? transfers.list(account.id).map(({ fileCode }) => fileCode) : [];
    for (const code of [...all, ...(toDelete ?? [])]) service.fetcher.remove(code);
    service.fetcher.startPending();
    return {};
  },
};

const countAvailable = ({ account, service }: Call): number =>
  Math.max(0, service.settings.queueLimit - service.store.transfers.countActive(account.id));
