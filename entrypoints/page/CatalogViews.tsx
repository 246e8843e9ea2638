/** The view of accounts with everything that it reads. Loaded on demand. */
import {
  AccountOverview,
  type AccountViewProps,
} from '../../components/accounts/overview/AccountOverview.tsx';
import { useCatalog } from './catalog.ts';

export function AccountView(props: AccountViewProps) {
  return <AccountOverview {...props} useCatalog={useCatalog} />;
}
