/** WordPress with the plugin: Debian's package in a folder, with MariaDB and PHP's own server. Missing software is installed with apt. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildPlayerScript } from '../../scripts/build-player-script.ts';
import { findOnPath, installPackages } from '../../scripts/packages.ts';
import { startLocalServer } from '../local-server.ts';

export interface WordPress {
  readonly url: string;
  /** Posts of an author, whose HTML is filtered. */
  post(texts: readonly string[]): Promise<readonly StoredPost[]>;
  close(): Promise<void>;
}

export interface StoredPost {
  readonly stored: string;
  /** Its HTML on a page. */
  readonly shown: string;
  readonly url: string;
}

/** Posts are then written in the classic editor. */
export const classicEditorCookie = 'classic_editor';

const run = promisify(execFile);
/** Debian installs servers in folders on root's PATH. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** Why it can't run here. Undefined if it can. Installs missing software. */
export async function findObstacle(): Promise<string | undefined> {
  if (findOnPath(['apt-get', 'dpkg']) === undefined) return 'WordPress is tested where apt has its packages.';
  const isThere = async () =>
    findOnPath(['php'], env) !== undefined &&
    findOnPath(['mariadbd'], env) !== undefined &&
    (await run('php', ['-m'], { env })).stdout.includes('mysqli');
  if (await isThere()) return undefined;
  await installPackages(['php-cli', 'php-mysql', 'mariadb-server']);
  return (await isThere())
    ? undefined
    : 'PHP and MariaDB could not be installed, so WordPress is not tested.';
}

/** @throws if the packages can't be downloaded. */
export async function startWordPress(): Promise<WordPress> {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-wordpress-'));
  const children: ChildProcess[] = [];
  async function close() {
    for (const child of children) {
      const ended = once(child, 'exit');
      if (child.exitCode !== null || child.pid === undefined) continue;
      // With its child processes.
      process.kill(-child.pid);
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }
  try {
    return await start(folder, children, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  folder: string,
  children: ChildProcess[],
  close: () => Promise<void>,
): Promise<WordPress> {
  // Debian packages these scripts separately.
  const packages = ['wordpress', 'libjs-underscore', 'libjs-cropper', 'php-getid3'];
  await run('apt-get', ['download', ...packages], { cwd: folder, env, timeout: 120_000 });
  for (const name of await readdir(folder))
    if (name.endsWith('.deb')) await run('dpkg', ['-x', join(folder, name), join(folder, 'root')], { env });
  const site = join(folder, 'root/usr/share/wordpress');

  const socket = join(folder, 'mysql.sock');
  const data = join(folder, 'data');
  const user = `--user=${userInfo().username}`;
  await run(
    'mariadb-install-db',
    [
      ...[
        '--no-defaults',
        user,
        `--datadir=${data}`,
        '--skip-test-db',
        '--auth-root-authentication-method=normal',
      ],
    ],
    { env },
  );
  const database = ['--no-defaults', user, `--datadir=${data}`, `--socket=${socket}`, '--skip-networking'];
  children.push(
    spawn('mariadbd', [...database, `--pid-file=${folder}/pid`], { env, stdio: 'ignore', detached: true }),
  );
  await poll(() => run('mariadb-admin', ['--no-defaults', `--socket=${socket}`, 'create', 'site'], { env }));

  const content = join(folder, 'content');
  await mkdir(join(content, 'themes/plain'), { recursive: true });
  await writeFile(join(content, 'themes/plain/style.css'), '/* Theme Name: Plain */');
  await writeFile(
    join(content, 'themes/plain/index.php'),
    `<!doctype html><html lang="en"><head><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); the_content(); } wp_footer(); ?></body></html>`,
  );
  await mkdir(join(content, 'mu-plugins'));
  await writeFile(
    join(content, 'mu-plugins/classic-editor.php'),
    // Like the Classic Editor plugin. Debian only has the editor itself.
    `<?php add_filter('use_block_editor_for_post', fn($uses) => $uses && !isset($_COOKIE['${classicEditorCookie}']));`,
  );
  const plugin = join(content, 'plugins/linkhaul-player');
  await cp('widget/wordpress', plugin, { recursive: true });
  await writeFile(join(plugin, 'linkhaul-player.js'), await buildPlayerScript());
  await writeFile(join(plugin, 'linkhaul-player-extras.js'), await buildPlayerScript('extras'));

  const { port, close: release } = await startLocalServer(() => undefined);
  await release();
  const url = `http://127.0.0.1:${port}`;
  const constants: Readonly<Record<string, string | boolean>> = {
    DB_NAME: 'site',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    WP_HOME: url,
    WP_SITEURL: url,
    WP_CONTENT_DIR: content,
    WP_CONTENT_URL: `${url}/content`,
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_DEBUG_LOG: join(folder, 'debug.log'),
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
  );
  await writeFile(
    join(site, 'wp-config.php'),
    `<?php\n${lines.join('\n')}\n$table_prefix = 'wp_';\ndefined('ABSPATH') || define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
  await writeFile(
    join(site, 'router.php'),
    // Plugins and themes are outside.
    `<?php $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/content/')) { header('content-type: text/javascript'); readfile(${JSON.stringify(folder)} . $path); return; }
return false;`,
  );
  const php = (name: string) => ['-d', 'error_log=/dev/null', resolve('tests/wordpress', name), site, url];
  await run('php', php('setup.php'), { env });
  children.push(
    spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site, join(site, 'router.php')], {
      env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: 'ignore',
      detached: true,
    }),
  );
  await poll(() => fetch(url));
  return {
    url,
    async post(texts) {
      const child = run('php', php('kses.php'), { env, maxBuffer: 10_000_000 });
      child.child.stdin?.end(JSON.stringify(texts));
      return JSON.parse((await child).stdout) as readonly StoredPost[];
    },
    close,
  };
}

async function poll(attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((later) => setTimeout(later, 100));
    }
}
