/** The details of a transfer, loaded when they are first asked for. */
import { lazy } from '../lazy.tsx';

export const TransferDialog = lazy(async () => (await import('./TransferDialog.tsx')).TransferDialog);
