/** The views of accounts and duplicates with everything that they read, and the palette's catalog. Loaded on demand. */
import { useEffect } from 'preact/hooks';
import {
  AccountOverview,
  type AccountViewProps,
} from '../../components/account-overview/AccountOverview.tsx';
import { Duplicates, type DuplicatesViewProps } from '../../components/duplicates/Duplicates.tsx';
import type { PaletteCatalogProps } from '../../components/palette/Palette.tsx';
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

/** The catalog for the palette, which opens before the catalog is read. */
export function PaletteCatalog({ accountId, onSnapshot }: PaletteCatalogProps) {
  const snapshot = useCatalog(accountId);
  useEffect(() => onSnapshot(snapshot), [snapshot]);
  return null;
}
