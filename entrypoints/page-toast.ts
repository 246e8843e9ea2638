/** Injected into the clicked page (`activeTab`). Shows the toast stored there and returns the user's click on it. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { showPageToast } from '../components/page-toast/show-page-toast.ts';
import type { PageToast } from '../lib/protocol.ts';

export default defineUnlistedScript(() => {
  const { linkhaulToast } = globalThis as { linkhaulToast?: PageToast };
  return linkhaulToast ? showPageToast(linkhaulToast) : null;
});
