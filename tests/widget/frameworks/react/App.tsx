import 'linkhaul-player/react';
import { useState } from 'react';

export function App({ address }: { address: string }) {
  const [title, setTitle] = useState('The sample');
  const [loads, setLoads] = useState(0);
  return (
    <main>
      <linkhaul-player play-label="Start" onlinkhaul-load={() => setLoads((count) => count + 1)}>
        <a href={address}>{title}</a>
      </linkhaul-player>
      <button type="button" onClick={() => setTitle('Another title')}>
        Rename
      </button>
      <output>{loads}</output>
    </main>
  );
}
