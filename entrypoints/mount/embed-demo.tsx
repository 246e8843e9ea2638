/** The embed builder without an account, for the player's demo site (`widget/demo/build-demo.ts`). */
import { addTrack, newDraft } from 'linkhaul-player/builder';
import { render } from 'preact';
import '../../components/styles/tokens.css';
import '../../components/styles/base.css';
import { EmbedBuilder, useBuilder } from '../../components/embed/EmbedBuilder.tsx';
import { type PageApi, PageApiProvider } from '../../components/page-api.ts';
import './icons.ts';

/** The host, the code of the sample clip, and the media folder, set by `widget/demo/demo-pages.ts`. */
const [baseUrl = '', file = '', media = ''] =
  document.querySelector<HTMLMetaElement>('meta[name="linkhaul-demo"]')?.content.split(' ') ?? [];

function createDraft() {
  const draft = newDraft({ baseUrl, file, title: 'The sample clip', poster: `${media}poster.jpg` });
  return addTrack(draft, { src: `${media}sample.en.srt`, label: 'English' });
}

const rejectCall = () => Promise.reject(new Error('The demo site has no extension.'));
const services: PageApi = {
  send: rejectCall,
  copy: (text) => navigator.clipboard.writeText(text),
  requestHost: rejectCall,
  open: (address) => void open(address),
  openSettings() {},
  now: Date.now,
  drafts: new Map(),
};

function Page() {
  const [state, builder] = useBuilder('demo', createDraft);
  return <EmbedBuilder state={state} builder={builder} />;
}

const root = document.createElement('div');
document.querySelector('main')?.append(root);
render(
  <PageApiProvider value={services}>
    <Page />
  </PageApiProvider>,
  root,
);
