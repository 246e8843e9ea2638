/** The views of accounts and duplicates with everything that they read. Loaded on demand. */
import {
  AccountOverview,
  type AccountViewProps,
} from '../../components/account-overview/AccountOverview.tsx';
import { Duplicates, type DuplicatesViewProps } from '../../components/duplicates/Duplicates.tsx';
import { readFailures, useJobs } from './bulk.ts';
import { useCatalog } from './catalog.ts';
import { useCatalogProblem } from './problems.ts';

export function DuplicatesView(props: DuplicatesViewProps) {
  const catalogProblem = useCatalogProblem();
  return <Duplicates {...props} {...{ useCatalog, catalogProblem, useJobs, readFailures }} />;
}

export function AccountView(props: AccountViewProps) {
  return <AccountOverview {...props} useCatalog={useCatalog} />;
}
