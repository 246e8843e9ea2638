/** The page's address names the request. */
import { browser } from 'wxt/browser';
import { Picker } from '../../components/picker/Picker.tsx';
import { t } from '../../components/text.ts';
import { createTabDrafts } from '../../page/tab-drafts.ts';
import '../mount/icons.ts';
import { mount } from '../mount/mount.tsx';

const requestId = new URLSearchParams(location.search).get('request') ?? '';

/** Long enough to read the confirmation. */
const closeDelayMs = 1200;

/** `window.close()` doesn't work for windows that a script didn't open. */
async function close(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id === undefined) window.close();
  else await browser.tabs.remove(tab.id);
}

mount(
  t('picker.title'),
  <Picker requestId={requestId} onDone={() => setTimeout(close, closeDelayMs)} onClose={close} />,
  { drafts: createTabDrafts() },
);
