/** Runs in a page that a click has granted, shows the sign that was left there for it, and gives what the user clicked. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { showPageSign } from '../components/page-sign/show-page-sign.ts';
import type { PageSign } from '../lib/protocol.ts';

export default defineUnlistedScript(() => {
  const { linkhaulSign } = globalThis as { linkhaulSign?: PageSign };
  return linkhaulSign ? showPageSign(linkhaulSign) : null;
});
