/** Every call, parameter and field of docs/http-api.md, read from its tables; not those of the sibling dialect. */
import { readFileSync } from 'node:fs';

type Names = Readonly<Record<string, readonly string[]>>;

const path = new URL('../../../docs/http-api.md', import.meta.url);
const [document = ''] = readFileSync(path, 'utf8').split(/^## The sibling dialect$/m);
const sections = document.split(/^##+ /m).slice(1);

/** First column of the section's table with this head. */
const columnOf = (section: string, head: string) => {
  const [, rows = ''] = section.split(new RegExp(`^\\| ${head} \\|.*\\n\\|[-|]+\\|\\n`, 'm'));
  const [table = ''] = rows.split('\n\n', 1);
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
};

/** Path → its parameters. `/upload` stands for the upload address, `/e` for the player's page, as in the audit log. */
export const documentedParameters: Names = Object.fromEntries(
  sections.flatMap((section) => {
    const [, address] = /^`(?:GET|POST) (\S+)`/m.exec(section) ?? [];
    if (address === undefined) return [];
    const name = address.replace('{upload_url}', '/upload').replace('/{file_code}', '');
    return [[name, columnOf(section, 'parameter')]];
  }),
);

/** Section → the fields of the answer. */
export const documentedFields: Names = Object.fromEntries(
  sections
    .map((section) => [section.slice(0, section.indexOf('\n')), columnOf(section, 'field')] as const)
    .filter(([, names]) => names.length > 0),
);
