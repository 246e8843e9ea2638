/** Sends messages from the extension's pages, like its code. */
import type { Page } from '@playwright/test';
import type { MessageName, MessageReply, MessageRequest, MessageResponse } from '../../../lib/protocol.ts';
import type { Background } from './background.ts';

/** @throws {Error} with the problem's code if the background fails. */
export async function message<N extends MessageName>(
  page: Page,
  name: N,
  request: MessageRequest<N>,
): Promise<MessageResponse<N>> {
  const reply = await page.evaluate(
    (sent) => {
      const { chrome } = globalThis as unknown as {
        chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };
      };
      return chrome.runtime.sendMessage(sent);
    },
    { name, request },
  );
  const { ok, ...rest } = reply as MessageReply<N>;
  if ('value' in rest) return rest.value;
  throw new Error(`“${name}” ended with ${JSON.stringify(rest)} (${ok}).`);
}

export async function currentAccountId({ background }: { background: Background }): Promise<string> {
  return background.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { local: { get(key: string): Promise<{ accounts: { currentId: string } }> } } };
    };
    return (await chrome.storage.local.get('accounts')).accounts.currentId;
  });
}
