/**
 * Writes dist/custom-elements.json, from which editors and documentation tools know the element: what the JSDoc tags in
 * src/element.ts say, and the properties, which are made of its attributes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { create, ts } from '@custom-elements-manifest/analyzer';

/** As much of the manifest's schema as is changed here. */
interface Declaration {
  name: string;
  superclass?: { name: string };
  members?: Named[];
  attributes?: (Named & { fieldName?: string })[];
  events?: Named[];
}

interface Named {
  kind?: string;
  name: string;
  privacy?: string;
  type?: { text: string };
  description?: string;
  attribute?: string;
  reflects?: boolean;
}

const source = await readFile(new URL('../src/element.ts', import.meta.url), 'utf8');
const file = ts.createSourceFile('dist/element.js', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
const manifest = create({ modules: [file] });
const [module] = manifest.modules;
const declarations = (module?.declarations ?? []) as Declaration[];
const element = declarations.find(({ name }) => name === 'LinkhaulPlayer');
if (!module || !element?.members || !element.attributes) throw new Error('src/element.ts has no element.');

// On a server it is something else.
element.superclass = { name: 'HTMLElement' };
// The analyzer takes assignments for fields and arguments for events; what is meant for others has a description.
const isPublic = ({ name, privacy, description }: Named) =>
  description !== undefined && privacy !== 'private' && !name.endsWith('Callback');
element.members = element.members.filter(isPublic);
element.events = element.events?.filter(isPublic) ?? [];
for (const attribute of element.attributes) {
  // Every element has a title.
  if (attribute.name === 'title') continue;
  const { name, type, description } = attribute;
  attribute.fieldName = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const field = { kind: 'field', name: attribute.fieldName, attribute: name, reflects: true };
  element.members.push({
    ...field,
    ...(type && { type }),
    ...(description !== undefined && { description }),
  });
}
module.declarations = [element] as unknown as typeof module.declarations;

const written = new URL('../dist/custom-elements.json', import.meta.url);
await writeFile(written, `${JSON.stringify(manifest, null, 2)}\n`);
