import { browser } from 'wxt/browser';
import {
  type MessageName,
  type MessageReply,
  type MessageRequest,
  ProblemError,
  type Send,
} from '../lib/protocol.ts';
import { forgetLastViews } from './last-view.ts';

/** Before a message that nobody received is sent again. */
const restartDelayMs = 200;

/** Rejects with a `ProblemError`, also if the background doesn't respond. */
export const send: Send = async (name, request) => {
  if (/^(?:accounts\.(?:connect|select|remove)|uploads\.(?:clear|remove)|bulk\.start)/.test(name))
    forgetLastViews();
  const reply = await sendMessage(name, request);
  if (reply?.ok) return reply.value;
  throw new ProblemError(reply?.problem ?? { code: 'unexpected', msg: null });
};

async function sendMessage<N extends MessageName>(
  name: N,
  request: MessageRequest<N>,
): Promise<MessageReply<N> | undefined> {
  const ask = () => browser.runtime.sendMessage({ name, request });
  try {
    return await ask().catch(async (error: unknown) => {
      if (!String(error).includes('Receiving end does not exist')) throw error;
      // The background has ended, or hasn't registered its listeners yet.
      await new Promise((resolve) => setTimeout(resolve, restartDelayMs));
      return ask();
    });
  } catch (error) {
    // The extension was updated while the page was open, or the worker failed.
    console.error(`The background did not respond to “${name}”.`, error);
    return undefined;
  }
}
