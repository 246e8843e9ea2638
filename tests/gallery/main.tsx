/** Shows the scene that the address names, or a list of all of them. */
import { render } from 'preact';
import '../../components/tokens.css';
import '../../components/base.css';
import { ServicesProvider } from '../../components/services.ts';
import { scenes } from './scenes.tsx';
import { asked } from './world.ts';

const query = new URLSearchParams(location.search);
const scene = scenes[query.get('scene') ?? '']?.();
document.documentElement.dir = query.get('dir') ?? 'ltr';
Object.assign(globalThis, { asked });

render(
  scene ? (
    <ServicesProvider value={scene.services}>{scene.content}</ServicesProvider>
  ) : (
    <ul>
      {Object.keys(scenes).map((name) => (
        <li key={name}>
          <a href={`?scene=${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  ),
  document.getElementById('page') ?? document.body,
);
