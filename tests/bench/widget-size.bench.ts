/**
 * Each import, minified and compressed with brotli as a website would, and the published file for a script tag. Controls: other players
 * with their styles.
 */
import { fileURLToPath } from 'node:url';
import { buildPlayerScript } from '../../scripts/build-player-script.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { brotli, bundle } from './widget-bundle.ts';

const source = (name: string) => fileURLToPath(new URL(`../../widget/src/${name}`, import.meta.url));

const parts = [
  {
    name: 'addresses: embedUrl and parseEmbedUrl',
    code: `export { embedUrl, parseEmbedUrl } from '${source('index.ts')}'`,
    goal: { atMost: 1_150 },
  },
  {
    name: 'subtitle documents',
    code: `export { subtitleDocument, parseSubtitleDocument } from '${source('index.ts')}'`,
  },
  { name: 'embed code, every format', code: `export { embedCode } from '${source('index.ts')}'` },
  {
    name: 'all of these with the element and its style, for who builds embeds in a page',
    code: `export * from '${source('index.ts')}'; import '${source('element.ts')}'`,
  },
];

const others = {
  'lite-vimeo-embed': "import 'lite-vimeo-embed'",
  'lite-youtube-embed': "import 'lite-youtube-embed'; import 'lite-youtube-embed/src/lite-yt-embed.css'",
  '@justinribeiro/lite-youtube': "import '@justinribeiro/lite-youtube'",
  '@vimeo/player': "export { default } from '@vimeo/player'",
  plyr: "export { default } from 'plyr'; import 'plyr/dist/plyr.css'",
};

const benchmark: Benchmark = {
  title: 'Size of the widget, minified + brotli',
  async run() {
    const results: Result[] = [];
    for (const { name, code, ...goal } of parts) {
      const { script } = await bundle(code);
      results.push(result({ name: `widget size, ${name}`, value: brotli(script), unit: 'B', ...goal }));
    }
    const controls = [];
    for (const [name, code] of Object.entries(others)) {
      const { script, style } = await bundle(code);
      controls.push({ name, value: brotli(script, style) });
    }
    controls.sort((one, other) => one.value - other.value);
    const element = await bundle(`import '${source('element.ts')}'`);
    for (const [name, value] of [
      ['the element with its style', brotli(element.script)],
      ['linkhaul-player.js: the element with its style, and addresses', brotli(await buildPlayerScript())],
    ] as const)
      results.push(
        result({ name: `widget size, ${name}`, value, unit: 'B', controls, goal: { atMost: 2_500 } }),
      );
    const auto = brotli(await buildPlayerScript('auto'));
    results.push(
      result({ name: 'widget size, auto.js', value: auto, unit: 'B', controls, goal: { atMost: 5_400 } }),
      result({
        name: 'widget size, linkhaul-player-extras.js: what few pages load',
        value: brotli(await buildPlayerScript('extras')),
        unit: 'B',
      }),
    );
    return results;
  },
};

export default benchmark;
