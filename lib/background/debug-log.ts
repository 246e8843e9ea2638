/**
 * The debug log for a problem report: requests, messages and faults of the background, without keys or http addresses. The user switches it
 * on. Until then nothing is kept.
 */
import { createVault } from '../accounts/vault.ts';
import type { Fetch } from '../api/index.ts';
import { createRedactor } from '../api/redact.ts';
import { createDebugLogStore } from '../settings/debug-log-store.ts';
import { createSettingsStore } from '../settings/settings.ts';
import { createCoalescedRunner } from '../timing/serial-queue.ts';
import type { BrowserPorts } from './ports.ts';

export type DebugLog = ReturnType<typeof createDebugLog>;

const maxLines = 500;
const maxLineLength = 1_000;

export function createDebugLog({
  local,
  session,
  wallNow,
}: Pick<BrowserPorts, 'local' | 'session' | 'wallNow'>) {
  const vault = createVault(local);
  const kept = createDebugLogStore(session);
  /** Null until read. */
  let isOn: boolean | null = null;
  let pending: string[] = [];

  const write = createCoalescedRunner(async () => {
    const added = pending;
    pending = [];
    try {
      const stored = isOn ?? (await createSettingsStore(local).get()).debugLog;
      // The setting may have changed meanwhile.
      isOn ??= stored;
      if (!isOn) return;
      const redactors = (await vault.getAllKeys()).map(createRedactor);
      const clean = (line: string) =>
        redactors
          .reduce((text, redactor) => redactor.text(text), line)
          .replace(/https?:\/\/[^\s"'<>)]+/gi, '[address]')
          .slice(0, maxLineLength);
      await kept.update((lines) => [...lines, ...added.map(clean)].slice(-maxLines));
    } catch {
      // The storage may be what is failing.
    }
  });

  function add(line: string): void {
    if (isOn === false) return;
    pending.push(`${new Date(wallNow()).toISOString()} ${line}`);
    void write();
  }

  /** Logs method, path and HTTP status. */
  const loggingFetch: Fetch = async (input, init) => {
    const startedAtMs = wallNow();
    const addResult = (result: string) =>
      add(
        `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}: ${result}, ${wallNow() - startedAtMs} ms`,
      );
    try {
      const response = await fetch(input, init);
      addResult(`HTTP ${response.status}`);
      return response;
    } catch (error) {
      addResult('no response');
      throw error;
    }
  };

  return {
    add,
    addFault: (fault: unknown) => add(`fault: ${fault instanceof Error ? (fault.stack ?? fault) : fault}`),
    fetch: loggingFetch,
    /** Switching it off removes the log. */
    async set(on: boolean): Promise<void> {
      isOn = on;
      if (!on) await kept.remove();
    },
  };
}
