/** Builds the demo site into a folder: static pages, the published script, and the extension's embed builder. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { subtitleDocument } from '../src/index.ts';
import { type DemoContext, getMediaUrl } from './demo-page.ts';
import { pages } from './demo-pages.ts';
import { renderLayout } from './render-layout.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const samples = resolvePath('../../service/sample');
const sampleFiles = ['poster.jpg', 'sample.en.srt', 'sample.de.vtt', 'sample.es.vtt'] as const;

export async function buildDemo(out: string, context: DemoContext): Promise<void> {
  await mkdir(join(out, 'media'), { recursive: true });
  const tracks = [
    { src: getMediaUrl(context, 'sample.en.srt'), label: 'English', default: true },
    { src: getMediaUrl(context, 'sample.de.vtt'), label: 'Deutsch' },
    { src: getMediaUrl(context, 'sample.es.vtt'), label: 'Español' },
  ];
  await Promise.all([
    ...pages.map((page) => writeFile(join(out, `${page.name}.html`), renderLayout(page, pages, context))),
    ...sampleFiles.map((name) => copyFile(join(samples, name), join(out, 'media', name))),
    ...['style.css', 'favicon.svg'].map((name) => copyFile(resolvePath(name), join(out, name))),
    writeFile(join(out, 'media', 'subtitles.json'), subtitleDocument(tracks)),
  ]);
  const common = { logLevel: 'error' as const, build: { outDir: out, emptyOutDir: false } };
  for (const mode of ['script', 'extras'])
    await build({ ...common, configFile: resolvePath('../vite.config.ts'), mode });
  await build({
    ...common,
    configFile: false,
    resolve: { alias: { '#i18n': resolvePath('../../tests/gallery/i18n.ts') } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      ...common.build,
      target: 'es2022',
      // Referenced by path, like the service: the widget doesn't import from the extension.
      lib: {
        entry: resolvePath('../../entrypoints/mount/embed-demo.tsx'),
        formats: ['es'],
        fileName: () => 'builder.js',
        cssFileName: 'builder',
      },
    },
  });
}
