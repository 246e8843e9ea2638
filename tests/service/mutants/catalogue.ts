import type { suites } from '../../../service/conformance/index.ts';
import type { Shape } from '../../../service/conformance/shapes.ts';
import type { Alteration } from './alter.ts';
import { fields } from './alterations.ts';

type Suite = (typeof suites)[keyof typeof suites];
type Answers = Readonly<Record<string, Shape & { readonly fields: object }>>;

/**
 * Mutants, each with the check that must see it.
 *
 * @param mutants By the beginning of the check's name. They are of the path of its section.
 * @param paths Of sections that are no call's.
 */
export function createCatalogue(
  { calls, checks }: Suite,
  answers: Answers,
  mutants: Readonly<Record<string, readonly Alteration[]>>,
  paths: Iterable<readonly [section: string, path: string]>,
) {
  const pathOf = new Map(paths);
  /** Each answer without one of its fields, before the check that is the first to read it. */
  const withoutField = Object.entries(answers).flatMap(([section, shape]) => {
    const name = Object.keys(shape.fields).findLast((each) => !/^(result|status)$/.test(each)) ?? '';
    const check = checks.find((each) => each.section === section)?.name;
    return check ? [[check, fields({ [name]: undefined })] as const] : [];
  });
  return [...Object.entries(mutants), ...withoutField].flatMap(([start, alterations]) => {
    const caughtBy = checks.filter(({ name }) => name.startsWith(start));
    const section = caughtBy[0]?.section ?? '';
    const named = calls.find((each) => start.startsWith(`${each.path} `))?.path ?? pathOf.get(section);
    const path = named ?? calls.find((each) => each.section === section)?.path ?? '';
    return alterations.map((each) => ({ caughtBy, alteration: { path, ...each } }));
  });
}
