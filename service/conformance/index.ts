/** The conformance suite: docs/http-api.md over HTTP only, against any address. */

import type { Check } from './check-context.ts';
import { accountChecks } from './checks/account-checks.ts';
import { endpointChecks } from './checks/documented-calls.ts';
import { envelopeChecks } from './checks/envelope-checks.ts';
import { fileChecks } from './checks/file-checks.ts';
import { folderChecks } from './checks/folder-checks.ts';
import { limitChecks } from './checks/limit-checks.ts';
import { pageChecks } from './checks/page-checks.ts';
import { uploadChecks } from './checks/upload-checks.ts';

export { type Check, Context, type ContextOptions, SkippedCheckError } from './check-context.ts';
export { documentedCalls } from './checks/documented-calls.ts';
export { formatReport, runCheck, type Verdict } from './run-check.ts';

/** Every check; each can run alone. */
export const checks: readonly Check[] = [
  ...envelopeChecks,
  ...accountChecks,
  ...uploadChecks,
  ...folderChecks,
  ...fileChecks,
  ...pageChecks,
  ...endpointChecks,
  ...limitChecks,
];
