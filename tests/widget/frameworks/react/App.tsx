import { LinkhaulPlayer } from 'linkhaul-player/react';
import { useState } from 'react';

export function App({ address }: { address: string }) {
  const [title, setTitle] = useState('The sample');
  const [loads, setLoads] = useState(0);
  const [asks, setAsks] = useState(0);
  const ask = (event: Event) => {
    if (location.hash) event.preventDefault();
    setAsks((count) => count + 1);
  };
  return (
    <main data-asks={asks}>
      <LinkhaulPlayer playLabel="Start" onActivate={ask} onLoad={() => setLoads((count) => count + 1)}>
        <a href={address}>{title}</a>
      </LinkhaulPlayer>
      <button type="button" onClick={() => setTitle('Another title')}>
        Rename
      </button>
      <output>{loads}</output>
    </main>
  );
}
