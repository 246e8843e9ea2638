/** Starts the folder picker for the pick that its address names. */
import { Picker } from '../../components/picker/Picker.tsx';
import { t } from '../../components/text.ts';
import { emptyShortlist } from '../../lib/folders/folder.ts';
import { useStored } from '../page/hooks.ts';
import { mount } from '../page/mount.tsx';
import { readCurrentShortlist } from '../page/stored.ts';

const pick = new URLSearchParams(location.search).get('pick') ?? '';

/** Long enough to read that it worked. Milliseconds. */
const farewell = 1200;

function App() {
  return (
    <Picker
      pick={pick}
      shortlist={useStored(readCurrentShortlist, 'folders') ?? emptyShortlist}
      onDone={() => setTimeout(() => window.close(), farewell)}
      onClose={() => window.close()}
    />
  );
}

mount(t('picker.title'), <App />);
