/** Every document, section and file that code and documents cite exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../service/conformance/index.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const folders = 'components,entrypoints,lib,modules,page,scripts,service,tests,widget';
const sources = globSync(`{{${folders}}/**/,}*.{ts,tsx,js,css,html}`, {
  exclude: ['**/node_modules/**', '**/dist/**', 'tests/docs.test.ts'],
});
const documents = globSync(['*.md', '{docs,docs/guide,service,widget,api}/*.md']);

/** Section titles of a document, starting with the document's own. */
const sectionsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);

const flat = (text: string) => text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

describe('citations in code', () => {
  const cited = sources.flatMap((file) =>
    [...flat(read(file)).matchAll(/(?<![\w/])([\w.][\w./-]*\.md)\b((?:,| and)? "[^"]+")*/g)].map(
      ([whole, document = '']) => ({
        file,
        document,
        sections: [...whole.matchAll(/"([^"]+?)[.,;]?"/g)].map(([, title = '']) => title),
      }),
    ),
  );

  it('are found', () => expect(cited.length).toBeGreaterThan(60));

  it('name documents of the repository', () => {
    const lost = cited.filter(
      ({ file, document }) => !existsSync(document) && !existsSync(join(dirname(file), document)),
    );
    expect(lost.map(({ file, document }) => `${file}: ${document}`)).toEqual([]);
  });

  it('name sections of the document', () => {
    const lost = cited.flatMap(({ file, document, sections }) =>
      sections
        .filter((title) => existsSync(document) && !sectionsOf(document).includes(title))
        .map((title) => `${file}: ${document}, "${title}"`),
    );
    expect(lost).toEqual([]);
  });

  it('name the document, not just its kind', () => {
    const vague = /\b(field notes|the API document|design document)\b/i;
    expect(sources.filter((file) => vague.test(flat(read(file))))).toEqual([]);
  });

  it('of the conformance suite are sections of docs/http-api.md', () => {
    const titles = Object.values(suites).flatMap(({ checks }) => checks.map(({ section }) => section));
    expect(titles.length).toBeGreaterThan(100);
    expect(sectionsOf('docs/http-api.md')).toEqual(expect.arrayContaining(titles));
  });
});

describe('names in code', () => {
  /** Strings are kept. */
  const stringOrComment = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*/g;
  const files = globSync(`{{${folders},api}/**/,}*.*`, { exclude: ['**/node_modules/**', '**/dist/**'] });
  /** Browsers' and libraries' names that only comments use. */
  const foreign = [
    'ariaLabelledByElements',
    'dangerouslySetInnerHTML',
    'FileSystemFileHandle',
    'FileSystemSyncAccessHandle',
    'OnClickData',
  ];

  const comments: { readonly file: string; readonly comment: string }[] = [];
  const words = new Set(foreign);
  const titles: { readonly file: string; readonly name: string }[] = [];
  for (const file of sources) {
    const code = read(file).replaceAll(stringOrComment, (found) => {
      if (found.startsWith('/')) comments.push({ file, comment: found });
      return found.startsWith('/') ? ' ' : found;
    });
    for (const [, name = ''] of code.matchAll(/\bdescribe\('([a-z]+[A-Z]\w*)'/g)) titles.push({ file, name });
    const untitled = code.replaceAll(/\b(?:describe|it|test)\('[^']*'/g, ' ');
    for (const [word] of untitled.matchAll(/[\w$]+/g)) words.add(word);
  }
  const quoted = comments.flatMap(({ file, comment }) =>
    [...comment.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => ({ file, name })),
  );
  const report = (lost: readonly { readonly file: string; readonly name: string }[]) =>
    lost.map(({ file, name }) => `${file}: ${name}`);

  it('are found', () => {
    expect(quoted.length).toBeGreaterThan(500);
    expect(titles.length).toBeGreaterThan(10);
  });

  it('in comments are files of the repository', () => {
    const exists = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
    expect(report(quoted.filter(({ name }) => /^[\w./-]+\.tsx?$/.test(name) && !exists(name)))).toEqual([]);
  });

  it('in comments and test titles exist in code', () => {
    const isName = ({ name }: { readonly name: string }) => /^[A-Za-z_$][\w$]*(\.[\w$]+)*(\(\))?$/.test(name);
    const isGone = ({ name }: { readonly name: string }) =>
      !/\.tsx?$/.test(name) && (name.match(/[\w$]+/g) ?? []).some((word) => !words.has(word));
    expect(report([...quoted, ...titles].filter((one) => isName(one) && isGone(one)))).toEqual([]);
  });
});

describe.each(globSync(['lib/*/', 'lib/*/*/']).map((folder) => folder.replace(/\/$/, '')))('%s', (folder) => {
  const comments = globSync(`${folder}/*.ts`).map((file) =>
    flat(/^\/\*\*[\s\S]*?\*\//.exec(read(file))?.[0] ?? ''),
  );
  const [opening = ''] = comments.flatMap((comment) => comment.split(`\`${folder}\`: `)[1] ?? []);

  it('has an opening comment, which names files that exist', () => {
    expect(opening).not.toBe('');
    const named = [...opening.matchAll(/`([\w-]+(?:\.ts|\/)|[\w-]+\/[\w-]+\.ts)`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});

describe.each(documents)('%s', (document) => {
  const text = read(document);
  const anchors = (file: string) =>
    sectionsOf(file).map((title = '') =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

  it('has valid links', () => {
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const file = path === '' ? document : join(dirname(document), path);
        return !existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor));
      })
      .map(([link]) => link);
    expect(broken).toEqual([]);
  });

  it('names existing files', () => {
    const base = document.startsWith('docs/') ? '.' : dirname(document);
    const broken = [
      ...text.matchAll(
        new RegExp(`\`((?:${folders.replaceAll(',', '|')}|docs|locales|src)/[^\`\\s<*…{]+)\``, 'g'),
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(base, path)) && !existsSync(path));
    expect(broken).toEqual([]);
  });
});

describe.each(globSync('docs/guide/*.md'))('%s', (document) => {
  interface Texts {
    readonly [name: string]: string | Texts;
  }
  const textsOf = (texts: Texts): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)));
  const plain = (text: string) => text.replaceAll(/\{\w+\}/g, '…').replace(/\.$/, '');
  const texts = textsOf(JSON.parse(read('locales/en.json'))).map(plain);

  it('names buttons and fields as the interface does', () => {
    const bold = [...read(document).matchAll(/\*\*([^*]+)\*\*(:?)/g)]
      .filter(([, , colon]) => colon === '')
      .map(([, label = '']) => label);
    const isText = (label: string) =>
      texts.some((text) => text === label || (label.endsWith('…') && text.startsWith(label.slice(0, -1))));
    expect(bold.filter((label) => !isText(label))).toEqual([]);
  });
});
