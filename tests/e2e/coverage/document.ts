/** Every call, parameter and field in the tables of docs/http-api.md, by dialect. */
import { readFileSync } from 'node:fs';
import type { DialectName } from '../../../service/src/index.ts';

type Names = Readonly<Record<string, readonly string[]>>;

export interface Documented {
  /** By path. As in the audit log, `/upload` is the upload address and `/e` the player page. */
  readonly parameters: Names;
  /** By section. Section names are the same in both dialects. */
  readonly fields: Names;
}

const path = new URL('../../../docs/http-api.md', import.meta.url);
const [own = '', sibling = ''] = readFileSync(path, 'utf8').split(/^## The sibling dialect$/m);

/** Of the table with this header. */
const columnOf = (section: string, head: string) => {
  const [, rows = ''] = section.split(new RegExp(`^\\| ${head} \\|.*\\n\\|[-|]+\\|\\n`, 'm'));
  const [table = ''] = rows.split('\n\n', 1);
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
};

const titleOf = (section: string) => section.slice(0, section.indexOf('\n')).replace(' (sibling)', '');

function readSections(text: string): Documented {
  const sections = text.split(/^##+ /m).slice(1);
  return {
    parameters: Object.fromEntries(
      sections.flatMap((section) => {
        const [, address] = /^`(?:GET|POST) (\S+)`/m.exec(section) ?? [];
        if (address === undefined) return [];
        const name = address.replace('{upload_url}', '/upload').replace('/{file_code}', '');
        return [[name, columnOf(section, 'parameter')]];
      }),
    ),
    fields: Object.fromEntries(
      sections
        .map((section) => [titleOf(section), columnOf(section, 'field')] as const)
        .filter(([, names]) => names.length > 0),
    ),
  };
}

const document = readSections(own);
const { parameters, fields } = readSections(sibling);
const { Envelope: envelope = [] } = document.fields;

export const documented: Readonly<Record<DialectName, Documented>> = {
  document,
  sibling: { parameters, fields: { Envelope: envelope, ...fields } },
};
