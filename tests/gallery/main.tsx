/** Renders scenes by name in one document. Starts with a list of them. */
import { render } from 'preact';
import '../../components/styles/tokens.css';
import '../../components/styles/base.css';
import '../../components/popup/panel.css';
import './fonts.css';
import { forgetFocus } from '../../components/focus/keep-focus.ts';
import { lazyViews } from '../../components/manager/Manager.tsx';
import { Notice } from '../../components/notice/Notice.tsx';
import { PageApiProvider } from '../../components/page-api.ts';
import { beginScene, createFakePageApi, requests } from './fake-page-api.ts';
import { resetPage } from './page-state.ts';
import { scenes } from './scenes/scenes.tsx';

const root = document.getElementById('page') ?? document.body;

/** Clears the document, the address, storage and recorded requests. */
function draw(name: string, direction: 'ltr' | 'rtl' = 'ltr'): void {
  render(null, root);
  forgetFocus();
  // So that no key counts as the second one of a press in the last scene.
  document.dispatchEvent(new KeyboardEvent('keydown'));
  document.body.replaceChildren(...document.querySelectorAll('.icon-sprite'), root);
  document.documentElement.removeAttribute('style');
  document.documentElement.dir = direction;
  // It costs a quarter of drawing a scene.
  if (location.hash !== '' || history.state !== null)
    history.replaceState(null, '', location.pathname + location.search);
  localStorage.clear();
  sessionStorage.clear();
  scrollTo(0, 0);
  beginScene();
  const scene = scenes[name]?.();
  if (scene === undefined) throw new Error(`There is no scene “${name}”.`);
  resetPage(scene.page);
  render(<PageApiProvider value={createFakePageApi(scene.services)}>{scene.content}</PageApiProvider>, root);
}

// Other systems don't have them.
await Promise.allSettled(
  ['16px Largest', 'bold 16px Largest', '16px Tall'].map((font) => document.fonts.load(font)),
);
// As the pages do. Otherwise they would shift the list.
await Promise.all([Notice, ...Object.values(lazyViews)].map((each) => each.preload()));
const sceneNames = Object.keys(scenes);
Object.assign(globalThis, { requests, draw, sceneNames });

const query = new URLSearchParams(location.search);
const first = query.get('scene');
if (first !== null) draw(first, query.get('dir') === 'rtl' ? 'rtl' : 'ltr');
else {
  render(
    <ul>
      {sceneNames.map((name) => (
        <li key={name}>
          <a href={`?scene=${name}`}>{name}</a>
        </li>
      ))}
    </ul>,
    root,
  );
}
