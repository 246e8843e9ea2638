/**
 * The fonts of tests and pictures, the same on every Linux machine. Browsers that start with these settings see no
 * other fonts, and use the first family unless a page names another one.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from './packages.ts';
import { run } from './process.ts';
import { cacheFolder } from './unpack.ts';

/** Debian packages, in the order in which browsers look for a character. */
const families: Readonly<Record<string, string>> = {
  // Arial's widths.
  'Liberation Sans': 'fonts-liberation',
  'Liberation Serif': 'fonts-liberation',
  'Liberation Mono': 'fonts-liberation',
  // Verdana's widths, and Arabic.
  'DejaVu Sans': 'fonts-dejavu-core',
  'Noto Sans': 'fonts-noto-core',
  'Noto Sans Arabic': 'fonts-noto-core',
  // Noto Sans CJK has ideographs of the same width, in a package 35 times as large.
  'WenQuanYi Micro Hei': 'fonts-wqy-microhei',
  'Lohit Devanagari': 'fonts-lohit-deva',
};

/** Fonts that websites ask for, and those with the same widths. */
const aliases: Readonly<Record<string, string>> = {
  serif: 'Liberation Serif',
  'Times New Roman': 'Liberation Serif',
  monospace: 'Liberation Mono',
  'Courier New': 'Liberation Mono',
  Arial: 'Liberation Sans',
  Helvetica: 'Liberation Sans',
};

/**
 * Only for this process and its browsers. Does nothing on other systems, which read no such settings.
 *
 * @param family the default font. Also set by `LINKHAUL_FONT`
 */
export async function pinFonts(family = process.env['LINKHAUL_FONT'] ?? 'Liberation Sans'): Promise<void> {
  if (process.platform !== 'linux') return;
  await mkdir(cacheFolder(), { recursive: true });
  const file = join(cacheFolder(), `fonts ${family}.conf`);
  // Another run may be reading it.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, settings(family));
  await rename(draft, file);
  process.env['FONTCONFIG_FILE'] = file;
}

/** The Debian packages of missing families. Call `pinFonts` first. */
export async function listMissingFonts(): Promise<string[]> {
  const list = findOnPath(['fc-list']);
  const missing = new Set<string>();
  for (const [name, pack] of Object.entries(families)) {
    const output = list === undefined ? '' : (await run(list, [name])).output;
    if (output.trim() === '') missing.add(pack);
  }
  return [...missing];
}

/** Other weights and widths exist only on some machines. */
const weights = ['regular', 'bold'];

const accepted = (family: string, weight: string): string =>
  `      <pattern>
        <patelt name="family"><string>${family}</string></patelt>
        <patelt name="weight"><const>${weight}</const></patelt>
        <patelt name="width"><const>normal</const></patelt>
      </pattern>`;

const settings = (family: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <dir>${join(cacheFolder(), 'root/usr/share/fonts')}</dir>
  <cachedir>${join(cacheFolder(), 'fonts')}</cachedir>
  <selectfont>
    <rejectfont><pattern></pattern></rejectfont>
    <acceptfont>
${Object.keys(families)
  .flatMap((name) => weights.map((weight) => accepted(name, weight)))
  .join('\n')}
    </acceptfont>
  </selectfont>
${Object.entries(aliases)
  .map(
    ([from, to]) =>
      `  <alias binding="same"><family>${from}</family><prefer><family>${to}</family></prefer></alias>`,
  )
  .join('\n')}
  <match target="pattern">
${[family, ...Object.keys(families)]
  .map((name) => `    <edit name="family" mode="append_last"><string>${name}</string></edit>`)
  .join('\n')}
  </match>
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hintstyle"><const>hintslight</const></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
`;
