import { readText } from '../caller.ts';
import { type Check, type Context, field, list, SkippedCheckError, section } from '../check-context.ts';
import { openImage, openPage } from '../open-page.ts';
import { expect } from '../shapes.ts';

async function openPlayer(context: Context, params: Record<string, string>) {
  if (context.options.scriptedPlayer) {
    throw new SkippedCheckError('the player reads its options in the browser, where HTTP does not show them');
  }
  return openPage(context, `/e/${await context.file()}?${new URLSearchParams(params)}`);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decodeEntities = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name) => entities[name] ?? whole);

function readElements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'gi'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)(?:\s*=\s*"([^"]*)")?/g)].map(([, key = '', value = '']) => {
        return [key.toLowerCase(), decodeEntities(value)];
      }),
    ),
  );
}

function readCues(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !/^(WEBVTT.*|NOTE.*|\d+|.*-->.*|\s*)$/.test(line))
    .map((line) => decodeEntities(line.replaceAll(/<[^>]*>/g, '')).trim());
}

interface Track {
  label: unknown;
  isDefault: boolean;
  src: string;
}

async function expectCues(context: Context, track: Track | undefined, source: string): Promise<void> {
  expect(track !== undefined, `there is no track for ${source}`);
  const wanted = readCues(await context.readSiteFile(source));
  const response = await context.api.fetch(track.src);
  expect(response.ok, `the track "${track.label}" responds with HTTP ${response.status}`);
  const cues = readCues(await readText(track.src, response));
  expect(wanted.length > 0 && cues.join() === wanted.join(), `the track "${track.label}" has ${cues.join()}`);
}

function readTracks({ html, url }: { html: string; url: string }): Track[] {
  return readElements(html, 'track').flatMap(({ label, src, ...rest }) => {
    return src === undefined ? [] : [{ label, isDefault: 'default' in rest, src: new URL(src, url).href }];
  });
}

/** From the player's page, or from a document that one of its attributes names. */
async function readListedTracks(
  { api }: Context,
  page: { html: string; url: string },
  list: string,
): Promise<Track[]> {
  const tracks = readTracks(page);
  if (tracks.length > 0) return tracks;
  const values = [...page.html.matchAll(/="([^"]+)"/g)].map(([, value = '']) => decodeEntities(value));
  const address = values.find((value) => value.includes(list) || value.includes(encodeURIComponent(list)));
  expect(address !== undefined, 'the page has neither tracks nor the address of the list');
  const target = new URL(address, page.url).href;
  const response = await api.fetch(target);
  expect(response.ok, `the address in the page responds with HTTP ${response.status}`);
  const entries: unknown = JSON.parse(await readText(target, response));
  expect(Array.isArray(entries), 'the address in the page does not return an array');
  return entries.map((entry) => {
    const src = new URL(String(field(entry, 'src')), response.url || target).href;
    return { label: field(entry, 'label'), isDefault: field(entry, 'default') === true, src };
  });
}

const posterUrl = 'https://pictures.example/poster.jpg';

export const pageChecks: Check[] = [
  ...section('Player page', {
    'player: /e/<file_code> is a page': async (context) => {
      await openPage(context, `/e/${await context.file()}`);
    },
    'player: c_poster is its poster': async (context) => {
      const { html } = await openPlayer(context, { c_poster: posterUrl });
      const pictures = [
        ...decodeEntities(html).matchAll(/\b(?:poster|splash|image)["']?\s*[:=]\s*["']([^"']*)["']/gi),
      ];
      expect(
        pictures.some(([, address]) => address === posterUrl),
        'the page does not use it as a poster or image',
      );
    },
  }),
  ...['sample.en.srt', 'sample.de.vtt'].flatMap((name) =>
    section('Player page', {
      [`player: c1_file with c1_label is a track with its cues (${name.slice(-3)})`]: async (context) => {
        const source = context.siteFile(name);
        const page = await openPlayer(context, { c1_file: source, c1_label: 'Conformance & more' });
        const track = readTracks(page).find(({ label }) => label === 'Conformance & more');
        await expectCues(context, track, source);
      },
    }),
  ),
  ...section('Player page', {
    'player: subtitle_json gives its tracks, with labels, default and cues': async (context) => {
      const address = context.siteFile('subtitles.json');
      const wanted = list(JSON.parse(await context.readSiteFile(address)));
      const page = await openPlayer(context, { subtitle_json: address });
      const tracks = await readListedTracks(context, page, address);
      expect(tracks.length === wanted.length, `${tracks.length} tracks instead of ${wanted.length}`);
      for (const [index, { src, label, default: isDefault = false }] of wanted.entries()) {
        expect(tracks[index]?.label === label, `track ${index} has the label ${tracks[index]?.label}`);
        expect(tracks[index]?.isDefault === isDefault, `default is wrong for "${label}"`);
        await expectCues(context, tracks[index], String(src));
      }
    },
  }),
  ...section('File info', {
    'file info: the protected paths are pages': async (context) => {
      const info = await context.info(await context.file());
      await openPage(context, String(info['protected_embed']));
      await openPage(context, String(info['protected_dl']));
    },
  }),
  ...section('Upload a file', {
    'upload: the addresses of the result are pages': async (context) => {
      const entry = await context.upload();
      for (const name of ['download_url', 'protected_embed', 'protected_dl']) {
        await openPage(context, String(entry[name]));
      }
    },
  }),
  ...section('Clone file', {
    'clone: the addresses of the result are pages': async (context) => {
      const result = await context.api.result('/api/file/clone', { file_code: await context.file() });
      for (const name of ['embed_url', 'download_url', 'protected_download', 'protected_embed']) {
        await openPage(context, String(field(result, name)));
      }
    },
  }),
  ...section('File images', {
    'file image: the images are images': async (context) => {
      const [entry] = list(await context.api.result('/api/file/image', { file_code: await context.file() }));
      for (const kind of ['single_img', 'thumb_img', 'splash_img']) {
        await openImage(context, kind, String(entry?.[kind]));
      }
    },
  }),
  ...section('Authentication', {
    'the settings page exists, perhaps behind a login': async ({ api }) => {
      const response = await api.fetch(api.resolve('/settings'), { redirect: 'manual' });
      await response.body?.cancel();
      const isLogin = response.status === 401 || response.status === 403;
      expect(response.status < 400 || isLogin, `it responds with HTTP ${response.status}`);
    },
  }),
];
