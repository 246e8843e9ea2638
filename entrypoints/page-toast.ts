/** Runs in a page that a click has granted, shows the toast that was left there for it, and gives what the user clicked. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { showPageToast } from '../components/page-toast/show-page-toast.ts';
import type { PageToast } from '../lib/protocol.ts';

export default defineUnlistedScript(() => {
  const { linkhaulToast } = globalThis as { linkhaulToast?: PageToast };
  return linkhaulToast ? showPageToast(linkhaulToast) : null;
});
