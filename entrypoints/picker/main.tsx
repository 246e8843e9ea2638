/** Starts the folder picker for the request that its address names. */
import { browser } from 'wxt/browser';
import { Picker } from '../../components/picker/Picker.tsx';
import { t } from '../../components/text.ts';
import '../mount/icons.ts';
import { mount } from '../mount/mount.tsx';

const requestId = new URLSearchParams(location.search).get('request') ?? '';

/** Long enough to read that it worked. Milliseconds. */
const closeDelayMs = 1200;

/** Closes the window, or the tab where the browser has no windows: a script may not close one that it did not open. */
async function close(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id === undefined) window.close();
  else await browser.tabs.remove(tab.id);
}

mount(
  t('picker.title'),
  <Picker requestId={requestId} onDone={() => setTimeout(close, closeDelayMs)} onClose={close} />,
);
