/**
 * The conformance suite: docs/http-api.md over HTTP only. It can be pointed at any address; where the description
 * is silent it accepts whatever is no crash. It adds folders and files (all named "conformance …") to the account.
 */
import { accountChecks } from './checks/account.ts';
import { endpointChecks } from './checks/documented-calls.ts';
import { envelopeChecks } from './checks/envelope.ts';
import { fileChecks } from './checks/files.ts';
import { folderChecks } from './checks/folders.ts';
import { limitChecks } from './checks/limits.ts';
import { pageChecks } from './checks/pages.ts';
import { uploadChecks } from './checks/uploads.ts';
import type { Check } from './context.ts';

export { documentedCalls } from './checks/documented-calls.ts';
export { type Check, Context, type ContextOptions, SkippedCheckError } from './context.ts';
export { formatReport, runCheck, type Verdict } from './report.ts';

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
