import { Hono } from 'hono';
import type { Dialect } from '../api/dialect.ts';
import type { Context, Env } from '../http/context.ts';
import { isLocalCaller, localOnly } from '../http/local-only.ts';
import type { StoredFile } from '../store/files.ts';
import { fetchSubtitle, fetchSubtitleList, SubtitleError } from '../subtitles.ts';
import { fileBytes } from './bytes.ts';
import { respondWithProblem } from './page-layout.ts';
import { isPictureKind, picture } from './pictures.ts';
import { playerPage } from './player.ts';
import { createFromForm, settingsPage } from './settings-page.ts';
import { sitePage } from './site-page.ts';
import { downloadPage, homePage } from './texts.ts';

export function pageRoutes({ pages }: Dialect): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/', homePage);
  routes.get('*', (c, next) => {
    const player = findCode(c.req.path, pages.player(c.get('service').settings));
    if (player !== undefined) return withFile(c, player, playerPage);
    const file = findCode(c.req.path, pages.file);
    return file === undefined ? next() : withFile(c, file, downloadPage);
  });
  routes.get('/file/:code', (c) => withFile(c, c.req.param('code'), fileBytes));
  routes.get('/i/:kind/:code', (c) => {
    const kind = c.req.param('kind');
    return withFile(c, c.req.param('code'), (_, file) => {
      return isPictureKind(kind)
        ? picture(c, file, kind)
        : respondWithProblem(c, 404, 'No such image', `There is no "${kind}" image.`);
    });
  });
  routes.get('/subtitle', (c) =>
    ownPageOnly(c, async (src) =>
      c.body(await fetchSubtitle(src), 200, { 'content-type': 'text/vtt; charset=utf-8' }),
    ),
  );
  routes.get('/subtitles', (c) =>
    ownPageOnly(c, async (list) => {
      const tracks = await fetchSubtitleList(list);
      const ownSource = (src: string) => `subtitle?src=${encodeURIComponent(src)}`;
      return c.json(tracks.map((track) => ({ ...track, src: ownSource(track.src) })));
    }),
  );
  routes.get('/settings', localOnly, (c) => settingsPage(c));
  routes.post('/settings', localOnly, createFromForm);
  routes.get('/site/*', (c, next) => {
    const { site } = c.get('service');
    return site === undefined ? next() : sitePage(c, site);
  });
  routes.all('*', (c) => respondWithProblem(c, 404, 'Nothing here', 'There is no such page.'));
  return routes;
}

function findCode(path: string, page: string): string | undefined {
  const [before = '', after = ''] = page.split('{code}');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const code = path.slice(before.length, path.length - after.length);
  return /^[\w-]+$/.test(code) ? code : undefined;
}

/** By the file's own code or one of its protected codes. */
async function withFile(
  c: Context,
  code: string,
  show: (c: Context, file: StoredFile, code: string) => Promise<Response>,
): Promise<Response> {
  const file = c.get('service').store.files.byPageCode(code);
  const missing = 'There is no file at this address, or it has not arrived yet.';
  if (!file) return respondWithProblem(c, 404, 'No such file', missing);
  if (file.disabled)
    return respondWithProblem(c, 451, 'Not available', 'This file was reported and taken down.');
  return show(c, file, code);
}

/** Only for the player page. Otherwise other sites and machines could read whatever this machine can reach. */
async function ownPageOnly(c: Context, work: (src: string) => Promise<Response>): Promise<Response> {
  const site = c.req.header('sec-fetch-site');
  if (!isLocalCaller(c) || (site !== undefined && site !== 'same-origin'))
    return c.text('Only the player page on this machine can use this address.\n', 403);
  try {
    return await work(c.req.query('src') ?? '');
  } catch (error) {
    if (error instanceof SubtitleError) return c.text(error.message, 502);
    throw error;
  }
}
