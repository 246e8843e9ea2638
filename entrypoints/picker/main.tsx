/** Starts the folder picker for the request that its address names. */
import { browser } from 'wxt/browser';
import { Picker } from '../../components/picker/Picker.tsx';
import { t } from '../../components/text.ts';
import { useStored } from '../page/hooks.ts';
import '../page/icons.ts';
import { useShortlistOf } from '../page/account-hooks.ts';
import { mount } from '../page/mount.tsx';
import { readAccounts } from '../page/page-data.ts';

const requestId = new URLSearchParams(location.search).get('request') ?? '';

/** Long enough to read that it worked. Milliseconds. */
const closeDelayMs = 1200;

/** Closes the window, or the tab where the browser has no windows: a script may not close one that it did not open. */
async function close(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id === undefined) window.close();
  else await browser.tabs.remove(tab.id);
}

function App() {
  const accounts = useStored(readAccounts, 'accounts');
  return (
    <Picker
      requestId={requestId}
      accounts={accounts?.list ?? null}
      useShortlist={useShortlistOf}
      onDone={() => setTimeout(close, closeDelayMs)}
      onClose={close}
    />
  );
}

mount(t('picker.title'), <App />);
