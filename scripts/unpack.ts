/** Debian packages without root: downloaded by apt and unpacked into the user's cache, with launchers. */
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { getLastLine, run } from './process.ts';

export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME, HOME = homedir() } = env;
  return join(XDG_CACHE_HOME || join(HOME, '.cache'), 'linkhaul');
}

/** The folder that is searched after PATH. */
export function launcherFolder(env?: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), 'bin');
}

const programs = {
  chromium: 'usr/lib/chromium/chromium',
  'firefox-esr': 'usr/lib/firefox-esr/firefox-esr',
  Xvfb: 'usr/bin/Xvfb',
  openbox: 'usr/bin/openbox',
  xdotool: 'usr/bin/xdotool',
  'fc-list': 'usr/bin/fc-list',
};

export async function unpackPackages(packages: readonly string[]): Promise<boolean> {
  console.log(
    `No permission to install packages. Downloading ${packages.join(', ')} to ${cacheFolder()}, which takes a minute or two.`,
  );
  const work = join(cacheFolder(), 'apt');
  const tree = join(cacheFolder(), 'root');
  const archives = join(work, 'cache/archives');
  await mkdir(join(work, 'lists/partial'), { recursive: true });
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(tree, { recursive: true });

  const folders = [`Dir::State::lists=${join(work, 'lists')}`, `Dir::Cache=${join(work, 'cache')}`];
  const options = ['-q', ...[...folders, 'Debug::NoLocking=1'].flatMap((option) => ['-o', option])];
  await run('apt-get', [...options, 'update'], { timeoutMs: 120_000 });
  const install = ['install', '-y', '--download-only', '--no-install-recommends', ...packages];
  const limits = { timeoutMs: 300_000, silenceTimeoutMs: 60_000 };
  const download = await run('apt-get', [...options, ...install], limits);
  if (download.code !== 0) {
    console.log(`apt could not fetch ${packages.join(', ')}: ${getLastLine(download)}`);
    return false;
  }
  for (const archive of globSync(join(archives, '*.deb'))) {
    const { code, output } = await run('dpkg-deb', ['--extract', archive, tree], { timeoutMs: 120_000 });
    if (code !== 0) throw new Error(`${basename(archive)} could not be unpacked: ${output}`);
    await rm(archive);
  }
  await makeLaunchers(tree);
  return true;
}

async function makeLaunchers(tree: string): Promise<void> {
  const launchers = launcherFolder();
  await mkdir(launchers, { recursive: true });
  await writeFile(join(tree, 'fonts.conf'), fontSettings(tree));
  const libraries = globSync(
    ['usr/lib/*-linux-*', 'usr/lib/*-linux-*/{nss,pulseaudio,blas,lapack}', 'lib/*-linux-*'],
    { cwd: tree },
  );
  for (const [name, path] of Object.entries(programs)) {
    if (!existsSync(join(tree, path))) continue;
    const isScreen = name === 'Xvfb';
    if (isScreen) await patchXvfbKeyboardPath(tree);
    const script = [
      '#!/bin/sh',
      ...(isScreen ? [`cd '${tree}'`] : []),
      `export LD_LIBRARY_PATH='${libraries.map((library) => join(tree, library)).join(':')}'`,
      `export FONTCONFIG_FILE="\${FONTCONFIG_FILE:-${join(tree, 'fonts.conf')}}"`,
      `export XDG_DATA_DIRS='${tree}/usr/share:/usr/share' XDG_CONFIG_DIRS='${tree}/etc/xdg:/etc/xdg'`,
      `exec '${join(tree, path)}' "$@"${isScreen ? ` -xkbdir '${tree}/usr/share/X11/xkb'` : ''}`,
    ];
    await writeFile(join(launchers, name), `${script.join('\n')}\n`);
    await chmod(join(launchers, name), 0o755);
  }
}

/**
 * Xvfb runs /usr/bin/xkbcomp. The path in its copy is replaced by one of the same length, relative to the launcher's
 * working directory.
 */
async function patchXvfbKeyboardPath(tree: string): Promise<void> {
  const file = join(tree, programs.Xvfb);
  const program = await readFile(file);
  const from = Buffer.from('/usr/bin\0');
  const at = program.indexOf(from);
  if (at < 0) return; // already done
  program.write('./usrbin', at, 'latin1');
  await writeFile(file, program);
  await symlink('usr/bin', join(tree, 'usrbin'));
}

function fontSettings(tree: string): string {
  const available = join(tree, 'usr/share/fontconfig/conf.avail');
  const aliases = ['30-metric-aliases.conf', '45-latin.conf', '60-latin.conf'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(tree, 'usr/share/fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(tree, 'fonts-cache')}</cachedir>
${aliases.map((name) => `  <include ignore_missing="yes">${join(available, name)}</include>`).join('\n')}
</fontconfig>
`;
}
