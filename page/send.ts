/** How a page asks the background for something. */
import { browser } from 'wxt/browser';
import {
  type MessageName,
  type MessageReply,
  type MessageRequest,
  ProblemError,
  type Send,
} from '../lib/protocol.ts';

/** Before a request that nobody received is sent once more. */
const restartDelayMs = 200;

/** Rejects with a `ProblemError`, also where the background did not answer at all. */
export const send: Send = async (name, request) => {
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
      // Nobody has received it: the background ended, or has not come to its listeners yet, as it started.
      await new Promise((resolve) => setTimeout(resolve, restartDelayMs));
      return ask();
    });
  } catch (error) {
    // The extension was updated under the open page, or the worker fell over while it answered.
    console.error(`“${name}” got no answer`, error);
    return undefined;
  }
}
