import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';

const notificationPermission = { permissions: ['notifications' as const] };

/** Resolves to whether the permission is granted. Call this within the click. */
export const requestNotifications = (): Promise<boolean> =>
  browser.permissions.request(notificationPermission);

export function useMayNotify(): boolean | null {
  const [mayNotify, setMayNotify] = useState<boolean | null>(null);
  useEffect(() => {
    const read = () => void browser.permissions.contains(notificationPermission).then(setMayNotify);
    read();
    const { onAdded, onRemoved } = browser.permissions;
    for (const event of [onAdded, onRemoved]) event.addListener(read);
    return () => {
      for (const event of [onAdded, onRemoved]) event.removeListener(read);
    };
  }, []);
  return mayNotify;
}

/** Null if unknown. Some browsers don't report changes. */
export function useIsPinned(): boolean | null {
  const [isPinned, setPinned] = useState<boolean | null>(null);
  useEffect(() => {
    const read = () =>
      void browser.action.getUserSettings?.().then(({ isOnToolbar }) => setPinned(isOnToolbar ?? null));
    read();
    const event = browser.action.onUserSettingsChanged;
    event?.addListener(read);
    window.addEventListener('focus', read);
    return () => {
      event?.removeListener(read);
      window.removeEventListener('focus', read);
    };
  }, []);
  return isPinned;
}

/** @param accountId shows this account's key, which `keyRequest` tells the page */
export async function openSettings(accountId?: string): Promise<void> {
  if (accountId !== undefined) localStorage.setItem('keyRequest', accountId);
  await browser.runtime.openOptionsPage();
}

/** `listener` gets the account whose key the user wants to enter. */
export function useKeyRequests(listener: (accountId: string) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    function lead(accountId: string | null) {
      if (accountId === null) return;
      localStorage.removeItem('keyRequest');
      latest.current(accountId);
    }
    lead(localStorage.getItem('keyRequest'));
    const onStorage = ({ key, newValue }: StorageEvent) => key === 'keyRequest' && lead(newValue);
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
}

export interface Shortcut {
  readonly name: string;
  readonly description: string;
  readonly keys: string;
}

export async function readShortcuts(): Promise<readonly Shortcut[]> {
  const commands = (await browser.commands?.getAll()) ?? [];
  return commands.map(({ name = '', description = '', shortcut = '' }) => ({
    name,
    description,
    keys: shortcut,
  }));
}

export function changeShortcuts(): void {
  const commands = browser.commands as { openShortcutSettings?(): Promise<void> };
  if (import.meta.env.FIREFOX) void commands.openShortcutSettings?.();
  else void browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

/** Missing in Chrome's types, because only Firefox has it. */
const { sidebarAction } = browser as { sidebarAction?: { open(): Promise<void> } };

async function openSidePanel(): Promise<void> {
  const { id = -1 } = await browser.windows.getCurrent();
  await browser.sidePanel.open({ windowId: id });
}

/** Call this within the click. Null if the browser has no side panel. */
export const openPanel: (() => Promise<void>) | null = import.meta.env.FIREFOX
  ? sidebarAction
    ? () => sidebarAction.open()
    : null
  : browser.sidePanel
    ? openSidePanel
    : null;
