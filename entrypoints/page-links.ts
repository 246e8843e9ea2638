/** Runs in a page whose links are asked for, and gives them to who has started it. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPageLinks } from '../lib/links/read-page-links.ts';

export default defineUnlistedScript(() => ({
  ...readPageLinks(document, performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
  host: location.host,
}));
