import { type Check, type Context, list } from '../context.ts';
import { expect } from '../shapes.ts';

async function expectPage(context: Context, address: string, contains?: string): Promise<void> {
  const response = await fetch(new URL(address, `${context.api.baseUrl}/`));
  const text = await response.text();
  expect(response.ok, `${address} answers HTTP ${response.status}`);
  expect((response.headers.get('content-type') ?? '').includes('html'), `${address} is no page`);
  if (contains !== undefined) expect(text.includes(contains), `${address} does not have "${contains}"`);
}

const POSTER = 'https://pictures.example/poster.jpg';
const SUBTITLE = 'https://subtitles.example/en.srt';
const LIST = 'https://subtitles.example/list.json';

export const pageChecks: Check[] = [
  {
    section: 'Player page',
    name: '/e/<file_code> is a page',
    async run(context) {
      await expectPage(context, `/e/${await context.file()}`);
    },
  },
  {
    section: 'Player page',
    name: 'c_poster',
    async run(context) {
      await expectPage(
        context,
        `/e/${await context.file()}?${new URLSearchParams({ c_poster: POSTER })}`,
        POSTER,
      );
    },
  },
  {
    section: 'Player page',
    name: 'c1_file with c1_label',
    async run(context) {
      const query = new URLSearchParams({ c1_file: SUBTITLE, c1_label: 'Conformance' });
      await expectPage(context, `/e/${await context.file()}?${query}`, 'Conformance');
    },
  },
  {
    section: 'Player page',
    name: 'subtitle_json',
    async run(context) {
      await expectPage(context, `/e/${await context.file()}?${new URLSearchParams({ subtitle_json: LIST })}`);
    },
  },
  {
    section: 'File info',
    name: 'the protected paths of file info are pages',
    async run(context) {
      const [entry] = list(await context.api.result('/api/file/info', { file_code: await context.file() }));
      await expectPage(context, String(entry?.['protected_embed']));
      await expectPage(context, String(entry?.['protected_dl']));
    },
  },
  {
    section: 'File images',
    name: 'the images of file image are images',
    async run(context) {
      const [entry] = list(await context.api.result('/api/file/image', { file_code: await context.file() }));
      for (const kind of ['single_img', 'thumb_img', 'splash_img']) {
        const response = await fetch(new URL(String(entry?.[kind]), `${context.api.baseUrl}/`));
        await response.body?.cancel();
        expect(response.ok, `${kind} answers HTTP ${response.status}`);
        expect((response.headers.get('content-type') ?? '').startsWith('image/'), `${kind} is no image`);
      }
    },
  },
  {
    section: 'Authentication',
    name: 'the settings page',
    async run(context) {
      await expectPage(context, '/settings');
    },
  },
];
