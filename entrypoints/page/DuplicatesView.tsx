/** The duplicates with everything that they read. Loaded on demand. */
import { Duplicates, type DuplicatesViewProps } from '../../components/duplicates/Duplicates.tsx';
import { readFailures } from './bulk.ts';
import { useCatalog } from './catalog.ts';
import { useJobs } from './jobs.ts';
import { useCatalogProblem } from './problems.ts';

export function DuplicatesView(props: DuplicatesViewProps) {
  const catalogProblem = useCatalogProblem();
  return <Duplicates {...props} {...{ useCatalog, catalogProblem, useJobs, readFailures }} />;
}
