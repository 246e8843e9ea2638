import type * as page from '../../../../page/own-files/send-files.ts';
import { usePage } from '../../page-state.ts';

export const useHandleIds: typeof page.useHandleIds = () => usePage('handleIds');
export const needsPage: typeof page.needsPage = false;
export const openFile: typeof page.openFile = async () => null;
export const sendFiles: typeof page.sendFiles = async (files) => ({
  queued: files.length,
  ids: [],
  duplicates: [],
  sameTitle: [],
  needsPage: false,
});
