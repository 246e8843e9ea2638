/** Writes dist/custom-elements.json, for editors and documentation tools, from the JSDoc tags in src/element.ts. */
import { readFile, writeFile } from 'node:fs/promises';

const source = await readFile(new URL('../src/element.ts', import.meta.url), 'utf8');
const name = 'LinkhaulPlayer';

/** `@tag {type} name - description`. The type is optional. */
function tagged(tag: string) {
  const found = source.matchAll(new RegExp(`^ \\* @${tag} (?:\\{(.+?)\\} )?([\\w-]+) - (.+)$`, 'gm'));
  return Array.from(found, ([, type, tagName = '', description = '']) => ({
    ...(type !== undefined && { type: { text: type } }),
    description,
    name: tagName,
  }));
}

const slots = Array.from(
  source.matchAll(/^ \* @slot ([\w-]*) ?- (.+)$/gm),
  ([, slotName = '', description]) => ({
    description,
    name: slotName,
  }),
);
const attributes = tagged('attr').map((attribute) => ({
  ...attribute,
  // `title` is a property of every HTMLElement.
  ...(attribute.name !== 'title' && {
    fieldName: attribute.name
      .replace('rp', 'r-p')
      .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  }),
}));
const fields = attributes.flatMap(({ fieldName, name: attribute, type, description }) =>
  fieldName === undefined
    ? []
    : [{ kind: 'field', name: fieldName, attribute, reflects: true, type, description }],
);
/** Without custom element callbacks. */
const own = Array.from(
  source.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(get )?([a-z]\w*)\(\): (\w+) \{/gm),
  ([, description, get, memberName = '', type]) =>
    get === undefined
      ? { kind: 'method', name: memberName, return: { type: { text: type } }, description }
      : { kind: 'field', name: memberName, type: { text: type }, description, readonly: true },
).filter((member) => !member.name.endsWith('Callback'));

const declaration = {
  kind: 'class',
  description: '',
  name,
  cssProperties: tagged('cssprop'),
  cssParts: tagged('csspart'),
  slots,
  members: [...own, ...fields],
  events: tagged('fires'),
  attributes,
  // In the code it is `Base`, because servers have no HTMLElement.
  superclass: { name: 'HTMLElement' },
  tagName: 'linkhaul-player',
  customElement: true,
};
const path = 'dist/element.js';
const reference = { name, module: path };
const exported = [
  { kind: 'js', name, declaration: reference },
  { kind: 'custom-element-definition', name: declaration.tagName, declaration: reference },
];
const modules = [{ kind: 'javascript-module', path, declarations: [declaration], exports: exported }];
const manifest = { schemaVersion: '1.0.0', readme: '', modules };
const written = new URL('../dist/custom-elements.json', import.meta.url);
await writeFile(written, `${JSON.stringify(manifest, null, 2)}\n`);
