/** Injected into a page to return its links. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPageLinks } from '../lib/links/read-page-links.ts';

export default defineUnlistedScript(() => ({
  ...readPageLinks(document, performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
  host: location.host,
}));
