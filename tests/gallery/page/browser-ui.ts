import type * as page from '../../../page/browser-ui.ts';
import { recordRequest } from '../fake-page-api.ts';
import { changePage, getPage, usePage } from '../page-state.ts';

export const useIsPinned: typeof page.useIsPinned = () => null;
export const useMayNotify: typeof page.useMayNotify = () => usePage('mayNotify');

export const requestNotifications: typeof page.requestNotifications = async () => {
  recordRequest('permissions.request', 'notifications');
  const { grantsNotifications } = getPage();
  if (grantsNotifications) changePage({ mayNotify: true });
  return grantsNotifications;
};

export const readShortcuts: typeof page.readShortcuts = async () => [
  { name: '_execute_action', description: '', keys: 'Alt+Shift+L' },
  { name: 'send-page', description: 'Upload this page’s address', keys: 'Alt+Shift+U' },
  { name: 'collect', description: 'Upload links on this page', keys: '' },
];

export const openSettings: typeof page.openSettings = async () => {};
export const useKeyRequests: typeof page.useKeyRequests = () => {};

export const changeShortcuts: typeof page.changeShortcuts = () => {};

export const openPanel: typeof page.openPanel = async () => {};
