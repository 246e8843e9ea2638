/** The packed package: its files, and its use in all kinds of projects. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { transform as transformAstro } from '@astrojs/compiler';
import { publint } from 'publint';
import { compile as compileSvelte } from 'svelte/compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { LinkhaulPlayer } from '../../widget/src/element.ts';
import { type EmbedFormat, embedCodes } from '../../widget/src/index.ts';
import { brotli, bundle } from '../bench/widget-bundle.ts';
import { type Packed, packAndInstall } from '../packed.ts';

let packed: Packed;
let installed: string;

beforeAll(async () => {
  packed = await packAndInstall('widget');
  installed = join(packed.app, 'node_modules/linkhaul-player');
}, 120_000);

afterAll(() => packed.remove());

const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

describe('the packed package', () => {
  it('contains the build and has no dependencies', async () => {
    expect((await readdir(installed)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const manifest = (await json(join(installed, 'package.json'))) as { version: string };
    const changes = await readFile(join(installed, 'CHANGELOG.md'), 'utf8');
    expect(changes).toMatch(new RegExp(`^## ${manifest.version}\\b`, 'm'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('publishConfig');
    expect(manifest).not.toHaveProperty('scripts');
  });

  it.each([
    ['linkhaul-player.js', /([\d.]+) kB with its style/, 4.0],
    ['auto.js', /([\d.]+) kB with the element/, 5.4],
    ['linkhaul-player-extras.js', /`linkhaul-player-extras.js` \(([\d.]+) kB\)/, 1.4],
  ])('has the size that its README states: %s', async (file, statement, limit) => {
    const [, kilobytes = 'nothing'] = statement.exec(await readFile('widget/README.md', 'utf8')) ?? [];
    const script = await readFile(join(installed, 'dist', file));
    expect(Number(kilobytes)).toBeLessThanOrEqual(limit);
    expect(brotliCompressSync(script).length).toBeLessThanOrEqual(Number(kilobytes) * 1_000);
  });

  it('has the size that its README states: two functions alone', async () => {
    const [, kilobytes = 'nothing'] =
      /`parseEmbedUrl` alone have ([\d.]+) kB/.exec(await readFile('widget/README.md', 'utf8')) ?? [];
    const { script } = await bundle(
      `export { embedUrl, parseEmbedUrl } from '${join(installed, 'dist/index.js')}'`,
    );
    expect(brotli(script)).toBeLessThanOrEqual(Number(kilobytes) * 1_000);
  });

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(await readFile(packed.tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has right types', async () => {
    const tarball = new Uint8Array(await readFile(packed.tarball));
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    // Modules only. CommonJS can use `import()`, or `require` since Node 22.
    const problems = analysis.types === false ? ['none'] : analysis.problems.map(({ kind }) => kind);
    expect(problems.filter((kind) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution')).toEqual([]);
  });

  it('can be imported on a server, including the element', async () => {
    await writeFile(
      join(packed.app, 'server.js'),
      `import { embedUrl } from 'linkhaul-player';
       import 'linkhaul-player/element';
       import 'linkhaul-player/vue';
       process.stdout.write(embedUrl({ baseUrl: 'https://host.example', fileCode: 'a b' }));`,
    );
    expect(await packed.run('node', 'server.js')).toBe('https://host.example/e/a%20b');
  });

  it('runs the example of its README', async () => {
    const [, code = ''] =
      /```js\n(import \{ embedCode.*?)```/s.exec(await readFile('widget/README.md', 'utf8')) ?? [];
    await writeFile(
      join(packed.app, 'readme.js'),
      `import assert from 'node:assert';
       ${code}
       assert.match(embedUrl(options), /^https:\\/\\/host\\.example\\/e\\/abc123\\?c_poster=https%3A%2F%2F/);
       assert.deepEqual(parseEmbedUrl(embedUrl(options)), options);
       assert.deepEqual(parseSubtitleDocument(text).map(({ label }) => label), ['English']);
       process.stdout.write(embedUrl({ baseUrl: 'https://host.example/embed-CODE.html', fileCode: 'abc123' }));`,
    );
    expect(await packed.run('node', 'readme.js')).toBe('https://host.example/embed-abc123.html');
  });

  it('has types for all kinds of module resolution', async () => {
    await writeFile(
      join(packed.app, 'types.ts'),
      `import { type EmbedOptions, embedUrl, parseEmbedUrl } from 'linkhaul-player';
       import type { LinkhaulPlayer } from 'linkhaul-player/element';
       import type {} from 'linkhaul-player/linkhaul-player.js';
       const options: EmbedOptions = parseEmbedUrl(embedUrl({ baseUrl: '', fileCode: '' }));
       export const player: LinkhaulPlayer = document.createElement('linkhaul-player');
       player.poster = options.poster ?? '';
       linkhaulPlayer.parseEmbedUrl(player.fileCode).poster;
       player.addEventListener('linkhaul-error', (event) => event.detail.field);
       // @ts-expect-error a flag is no text
       player.credentialless = 'yes';`,
    );
    const { exports } = (await json(join(installed, 'package.json'))) as { exports: object };
    const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
    expect(entries).toContain('./react');
    const imports = entries.map(
      (entry, index) => `import * as entry${index} from 'linkhaul-player${entry.slice(1)}';`,
    );
    await writeFile(join(packed.app, 'entries.ts'), imports.join('\n'));
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      await expect(
        check('types.ts', 'entries.ts', '--module', module, '--moduleResolution', resolution),
      ).resolves.toBe('');
    }
  }, 60_000);

  it('has types for the templates of every framework', async () => {
    const frameworks = join(packed.app, 'frameworks');
    await cp('tests/widget/frameworks', frameworks, { recursive: true });
    const jsx = await readFile(join(frameworks, 'jsx-types.tsx'), 'utf8');
    const preact = jsx.replaceAll('react', 'preact').replace('className', 'class');
    const solid = jsx
      .replace('@jsxImportSource react', '@jsxImportSource solid-js')
      .replace('/react', '/solid')
      .replace('className', 'class')
      .replaceAll('onlinkhaul', 'on:linkhaul');
    await writeFile(join(frameworks, 'preact-types.tsx'), preact);
    await writeFile(join(frameworks, 'solid-types.tsx'), solid);
    const files = [
      'jsx-types.tsx',
      'react-types.tsx',
      'preact-types.tsx',
      'solid-types.tsx',
      'vue-types.ts',
      'svelte-types.ts',
    ];
    await expect(
      check(
        ...[...files, 'react/App.tsx'].map((file) => `frameworks/${file}`),
        ...['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'preserve'],
      ),
    ).resolves.toBe('');
  }, 60_000);

  it('has the types and compiles in the code that `embedCode` writes', async () => {
    const folder = join(packed.app, 'codes');
    await mkdir(folder);
    const hostile = {
      baseUrl: 'http://nas.example',
      fileCode: 'a b',
      title: '{x} {{ y }} $ {z} </a> `"\'\\ {@html 1} <!-- {/* -->',
      poster: 'http://nas.example/p.jpg?a&b={c}',
      allowHttp: true,
      loading: 'eager',
      width: 3,
      height: 4,
    } as const;
    const codes = [[hostile], [hostile, { ...hostile, fileCode: 'c' }]];
    const names: string[] = [];
    for (const [index, list] of codes.entries()) {
      const code = (format: EmbedFormat) => embedCodes(list, format);
      const put = async (name: string, text: string) => {
        names.push(`codes/${index}-${name}`);
        await writeFile(join(packed.app, names.at(-1) ?? ''), text);
      };
      await put('react.tsx', `/** @jsxImportSource react */\n${code('react')}`);

      const vue = parseVue(code('vue'));
      expect(vue.errors).toEqual([]);
      const script = compileScript(vue.descriptor, { id: 'x', inlineTemplate: true });
      expect(script.content).not.toContain('resolveComponent');
      expect(script.warnings ?? []).toEqual([]);
      await put('vue.ts', script.content);

      const { js, warnings } = compileSvelte(code('svelte'), { generate: 'server' });
      expect(warnings).toEqual([]);
      expect(js.code).toContain('{@html 1}');
      await put('svelte.ts', /<script lang="ts">(.*)<\/script>/s.exec(code('svelte'))?.[1] ?? '');

      const { diagnostics } = await transformAstro(code('astro'), { filename: 'a.astro' });
      expect(diagnostics).toEqual([]);
    }
    await expect(
      check(...names, '--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'preserve'),
    ).resolves.toBe('');
  }, 60_000);

  it('names the hashes of its own scripts', async () => {
    const { embedCode } = (await import(
      pathToFileURL(join(installed, 'dist/index.js')).href
    )) as typeof import('../../widget/src/index.ts');
    const code = embedCode({ baseUrl: 'https://host.example', fileCode: 'a' }, 'web-component-cdn');
    const [, path, hash] = /linkhaul-player@[\d.]+\/([^"]+)" integrity="sha384-([^"]+)"/.exec(code) ?? [];
    const script = await readFile(join(installed, path ?? 'no path'));
    expect(createHash('sha384').update(script).digest('base64')).toBe(hash);
    const hashes = (await json(join(installed, 'dist/integrity.json'))) as Record<string, string>;
    expect(Object.keys(hashes)).toEqual(['linkhaul-player.js', 'auto.js', 'linkhaul-player-extras.js']);
    for (const [file, integrity] of Object.entries(hashes)) {
      const text = await readFile(join(installed, 'dist', file));
      expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
    }
  });

  it('has the WordPress plugin, whose versions are the package’s', async () => {
    const plugin = join(installed, 'dist/wordpress/linkhaul-player');
    expect((await readdir(plugin)).sort()).toEqual([
      'linkhaul-player-extras.js',
      'linkhaul-player.js',
      'linkhaul-player.php',
      'readme.txt',
    ]);
    const php = await readFile(join(plugin, 'linkhaul-player.php'), 'utf8');
    expect(php.trim().split('\n').length).toBeLessThanOrEqual(150);
    const { version } = (await json(join(installed, 'package.json'))) as { version: string };
    const readme = await readFile(join(plugin, 'readme.txt'), 'utf8');
    for (const stated of [
      /\* Version: (.*)/.exec(php),
      /array\(\), '(.*?)'/.exec(php),
      /Stable tag: (.*)/.exec(readme),
    ])
      expect(stated?.[1]).toBe(version);
  });

  it('can be tree-shaken', async () => {
    const app = join(packed.app, 'bundled');
    await mkdir(app);
    await writeFile(
      join(app, 'main.js'),
      `import { embedUrl } from 'linkhaul-player'; console.log(embedUrl);`,
    );
    await writeFile(join(app, 'index.html'), '<script type="module" src="./main.js"></script>');
    await packed.run('vite', 'build', 'bundled', '--logLevel', 'error');
    const [file] = await readdir(join(app, 'dist/assets'));
    const code = await readFile(join(app, 'dist/assets', file ?? 'no file'), 'utf8');
    expect(code).toContain('c_poster');
    expect(code).not.toMatch(/attachShadow|\[url=/);
  }, 60_000);

  it('has a custom elements manifest that matches the element', async () => {
    const manifest = (await json(join(installed, 'package.json'))) as { customElements: string };
    const { modules } = (await json(join(installed, manifest.customElements))) as {
      modules: readonly {
        path: string;
        declarations: readonly {
          tagName: string;
          members: readonly { name: string; attribute?: string }[];
          events: readonly { name: string }[];
          cssParts: readonly { name: string }[];
          cssProperties: readonly { name: string }[];
        }[];
      }[];
    };
    expect(modules).toHaveLength(1);
    expect(await readdir(join(installed, 'dist'))).toContain(modules[0]?.path.replace('dist/', ''));
    const [element] = modules[0]?.declarations ?? [];
    expect(element?.tagName).toBe('linkhaul-player');
    const names = Object.getOwnPropertyNames(LinkhaulPlayer.prototype);
    const own = names.filter((name) => name !== 'constructor' && !name.endsWith('Callback'));
    expect(element?.members.map(({ name }) => name).sort()).toEqual(own.sort());
    const code = await readFile(join(installed, 'dist/linkhaul-player.js'), 'utf8');
    const found = (pattern: RegExp) => [...new Set(Array.from(code.matchAll(pattern), ([, name]) => name))];
    expect(element?.cssParts.map(({ name }) => name).sort()).toEqual(found(/part:`(\w+)`/g).sort());
    expect(element?.cssProperties.map(({ name }) => name).sort()).toEqual(found(/var\((--[\w-]+)/g).sort());
    expect(element?.events.map(({ name }) => name)).toEqual([
      'linkhaul-activate',
      'linkhaul-load',
      'linkhaul-error',
    ]);
  });
});

/** Output of the compiler for the project's files. */
const check = (...args: readonly string[]): Promise<string> =>
  packed.run(
    'tsc',
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''],
    ...['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', ...args],
  );
