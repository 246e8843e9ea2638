/**
 * What is typed in the popup and not sent yet. The popup closes at each click outside of it, so this is kept in memory until
 * the browser ends; not in private windows. The only thing that a page stores.
 */
import { browser } from 'wxt/browser';
import { emptyInput, type SendInput } from '../../components/send/send-input.ts';

const { session } = browser.storage;
const popupInputKey = 'popupInput';

let input = emptyInput;
let isKept = false;

export async function readInput(): Promise<void> {
  const [stored, window] = await Promise.all([session.get(popupInputKey), browser.windows?.getCurrent()]);
  if (window?.incognito) return;
  isKept = true;
  // What was typed while it was read wins.
  if (input === emptyInput) input = (stored[popupInputKey] as SendInput | undefined) ?? emptyInput;
}

export const popupInput = {
  get current(): SendInput {
    return input;
  },
  set current(next) {
    input = next;
    // Where it does not fit, it is lost with the popup.
    if (isKept) session.set({ [popupInputKey]: next }).catch(() => {});
  },
};
