/** The embed builder in the manager, in every state that is drawn on purpose; what is typed in it is in `scripts/embed.ts`. */
import { Embed } from '../../../components/embed/Embed.tsx';
import { FileChooser, type FileChooserProps } from '../../../components/embed/FileChooser.tsx';
import type { ManagerProps } from '../../../components/manager/Manager.tsx';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { FileDetailsAnswer } from '../../../lib/protocol.ts';
import { type Fake, fails } from '../fake-page-api.ts';
import * as files from '../samples/files.ts';
import * as sample from '../samples/sample.ts';
import { manager } from './batch.tsx';
import type { Scene } from './scene.tsx';

const details = (title: string): FileDetailsAnswer => ({
  info: {
    found: true,
    fileCode: 'bunny2008',
    title,
    size: 108_000_000,
    length: 596,
    views: 12,
    uploaded: '2026-11-19 18:03:00',
    lastView: null,
    canPlay: true,
    singleImage: 'https://pictures.example/single.jpg',
    splashImage: 'https://pictures.example/splash.jpg',
    protectedEmbed: null,
    protectedDownload: null,
  },
  status: null,
  images: null,
});

const longTitle = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '.repeat(3);
const file = (title = 'Big Buck Bunny') => ({ 'files.details': () => details(title) });

const chooser = (snapshot: Snapshot) => (props: FileChooserProps) => (
  <FileChooser {...props} useCatalog={() => snapshot} catalogProblem={null} addresses={files.addresses} />
);

/** The builder, with the files of an account to choose from. */
function embed(change: Partial<ManagerProps>, fake: Fake, snapshot = files.usual): Scene {
  const Chooser = chooser(snapshot);
  return manager(
    { view: 'embed', Embed: (props) => <Embed {...props} Chooser={Chooser} />, ...change },
    fake,
  );
}

export const embedScenes: Readonly<Record<string, () => Scene>> = {
  'manager-embed': () => embed({}, file()),
  'manager-embed-no-files': () => embed({}, file(), files.emptyAccount),
  'manager-embed-file': () => embed({ subject: 'bunny2008' }, file()),
  'manager-embed-long': () => embed({ subject: 'bunny2008'.repeat(12) }, file(longTitle)),
  'manager-embed-unknown': () => embed({ subject: 'prot3cted' }, { 'files.details': fails('gone') }),
  'manager-embed-service-error': () => embed({ subject: 'bunny2008' }, { 'files.details': fails('network') }),
  'manager-embed-http': () =>
    embed(
      {
        subject: 'bunny2008',
        accounts: { list: [{ ...sample.demo, baseUrl: 'http://nas.example' }], currentId: sample.demo.id },
      },
      file(),
    ),
};
