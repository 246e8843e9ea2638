import type { suites } from '../../../service/conformance/index.ts';
import type { Shape } from '../../../service/conformance/shapes.ts';
import type { Alteration } from './alter.ts';
import { fields } from './alterations.ts';

type Suite = (typeof suites)[keyof typeof suites];
type ResponseShapes = Readonly<Record<string, Shape & { readonly fields: object }>>;

/**
 * Lists mutants with the check that must catch each.
 *
 * @param mutants By the beginning of the check's name. Their path is that of the check's section.
 * @param paths Paths of sections that don't describe a call.
 */
export function createCatalogue(
  { calls, checks }: Suite,
  responseShapes: ResponseShapes,
  mutants: Readonly<Record<string, readonly Alteration[]>>,
  paths: Iterable<readonly [section: string, path: string]>,
) {
  const pathOf = new Map(paths);
  /** Removes one field of each response. The first check of its section must catch that. */
  const withoutField = Object.entries(responseShapes).flatMap(([section, shape]) => {
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
