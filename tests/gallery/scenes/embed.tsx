/** `scripts/embed.ts` types in the builder. */
import type { FileDetailsAnswer } from '../../../lib/protocol.ts';
import { type Fake, fails } from '../fake-page-api.ts';
import type { PageState } from '../page-state.ts';
import * as files from '../samples/files.ts';
import * as sample from '../samples/sample.ts';
import { manager, type Scene } from './scene.tsx';

const details = (title: string, image = 'https://pictures.example/splash.jpg'): FileDetailsAnswer => ({
  info: {
    found: true,
    fileCode: 'bunny2008',
    title,
    size: 108_000_000,
    length: 596,
    views: 12,
    uploaded: '2026-11-19 18:03:00',
    lastView: null,
    folderId: '0',
    neverViewed: true,
    canPlay: true,
    singleImage: 'https://pictures.example/single.jpg',
    splashImage: image,
    protectedEmbed: null,
    protectedDownload: null,
  },
  status: null,
  images: null,
  encoding: [],
});

const longTitle = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '.repeat(3);
const file = (title = 'Big Buck Bunny') => ({ 'files.details': () => details(title) });

const embed = (fake: Fake, subject = '', page: Partial<PageState> = {}): Scene =>
  manager(page, fake, `#embed/${subject}`);

export const embedScenes: Readonly<Record<string, () => Scene>> = {
  'manager-embed': () => embed(file()),
  'manager-embed-no-files': () => embed(file(), '', { snapshot: files.emptyAccount }),
  'manager-embed-unread': () =>
    embed({ ...file(), 'catalog.visit': fails('timeout') }, '', { snapshot: files.emptyAccount }),
  'manager-embed-file': () => embed(file(), 'bunny2008'),
  'manager-embed-long': () => embed(file(longTitle), 'bunny2008'.repeat(12)),
  'manager-embed-unknown': () => embed({ 'files.details': fails('gone') }, 'prot3cted'),
  'manager-embed-service-error': () => embed({ 'files.details': fails('network') }, 'bunny2008'),
  'manager-embed-on-service': () =>
    embed(
      { 'files.details': () => details('Big Buck Bunny', 'https://files.example/i/splash.jpg') },
      'bunny2008',
    ),
  'manager-embed-moved': () =>
    embed(file(), 'bunny2008', {
      accounts: {
        list: [{ ...sample.demo, formerUrls: ['https://old.example', 'https://older.example'] }],
        currentId: sample.demo.id,
      },
    }),
  'manager-embed-http': () =>
    embed(file(), 'bunny2008', {
      accounts: { list: [{ ...sample.demo, baseUrl: 'http://nas.example' }], currentId: sample.demo.id },
    }),
};
