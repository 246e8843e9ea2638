import 'linkhaul-player/solid';
import { createSignal } from 'solid-js';

export function App(props: { address: string }) {
  const [title, setTitle] = createSignal('The sample');
  const [loads, setLoads] = createSignal(0);
  return (
    <main>
      <linkhaul-player play-label="Start" on:linkhaul-load={() => setLoads(loads() + 1)}>
        <a href={props.address}>{title()}</a>
      </linkhaul-player>
      <button type="button" onClick={() => setTitle('Another title')}>
        Rename
      </button>
      <output>{loads()}</output>
    </main>
  );
}
