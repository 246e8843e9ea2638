/** Builds the demo site into a folder: plain pages, the script as it is published, and the builder as one module. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { subtitleDocument } from '../src/index.ts';
import { renderLayout } from './layout.ts';
import { type DemoContext, getMediaUrl } from './page.ts';
import { pages } from './pages/index.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Poster and subtitles of the clip that every local service has. */
const samples = here('../../service/sample/');
const sampleFiles = ['poster.jpg', 'sample.en.srt', 'sample.de.vtt', 'sample.es.vtt'] as const;

export async function buildDemo(out: string, world: DemoContext): Promise<void> {
  await mkdir(join(out, 'media'), { recursive: true });
  const tracks = [
    { src: getMediaUrl(world, 'sample.en.srt'), label: 'English', default: true },
    { src: getMediaUrl(world, 'sample.de.vtt'), label: 'Deutsch' },
    { src: getMediaUrl(world, 'sample.es.vtt'), label: 'Español' },
  ];
  await Promise.all([
    ...pages.map((page) => writeFile(join(out, `${page.name}.html`), renderLayout(page, pages, world))),
    ...sampleFiles.map((name) => copyFile(join(samples, name), join(out, 'media', name))),
    ...['style.css', 'favicon.svg'].map((name) => copyFile(here(name), join(out, name))),
    writeFile(join(out, 'media', 'subtitles.json'), subtitleDocument(tracks)),
  ]);
  const common = { logLevel: 'error' as const, build: { outDir: out, emptyOutDir: false } };
  await build({ ...common, configFile: here('../vite.config.ts'), mode: 'script' });
  await build({
    ...common,
    configFile: false,
    build: {
      ...common.build,
      target: 'es2022',
      lib: { entry: here('builder/main.ts'), formats: ['es'], fileName: () => 'builder.js' },
    },
  });
}
