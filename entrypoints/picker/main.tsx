/** Starts the folder picker for the pick that its address names. */
import { Picker } from '../../components/picker/Picker.tsx';
import { t } from '../../components/text.ts';
import '../page/icons.ts';
import { mount } from '../page/mount.tsx';
import { useShortlist } from '../page/shortlist.ts';

const pick = new URLSearchParams(location.search).get('pick') ?? '';

/** Long enough to read that it worked. Milliseconds. */
const closeDelayMs = 1200;

function App() {
  const { shortlist, setAccountId } = useShortlist();
  return (
    <Picker
      pick={pick}
      shortlist={shortlist}
      onAccount={setAccountId}
      onDone={() => setTimeout(() => window.close(), closeDelayMs)}
      onClose={() => window.close()}
    />
  );
}

mount(t('picker.title'), <App />);
