/** The conformance suite: compares a service with docs/http-api.md, in either dialect, over HTTP only. */

import type { Check } from './check-context.ts';
import { accountChecks } from './document/account-checks.ts';
import { documentedCalls } from './document/calls.ts';
import { fileChecks } from './document/file-checks.ts';
import { folderChecks } from './document/folder-checks.ts';
import { pageChecks } from './document/page-checks.ts';
import { uploadChecks } from './document/upload-checks.ts';
import type { DocumentedCall } from './documented-call.ts';
import { endpointChecks } from './endpoint-checks.ts';
import { envelopeChecks } from './envelope-checks.ts';
import { limitChecks } from './limit-checks.ts';
import type { DialectName } from './operations.ts';
import { accountChecks as siblingAccount } from './sibling/account-checks.ts';
import { siblingCalls } from './sibling/calls.ts';
import { fileChecks as siblingFiles } from './sibling/file-checks.ts';
import { folderChecks as siblingFolders } from './sibling/folder-checks.ts';
import { uploadChecks as siblingUploads } from './sibling/upload-checks.ts';

export { type Check, Context, type ContextOptions, SkippedCheckError } from './check-context.ts';
export type { DialectName } from './operations.ts';
export { formatReport, runCheck, type Verdict } from './run-check.ts';

interface Suite {
  calls: readonly DocumentedCall[];
  checks: readonly Check[];
}

const createSuite = (calls: readonly DocumentedCall[], ...checks: Check[][]): Suite => ({
  calls,
  checks: [...envelopeChecks(calls), ...checks.flat(), ...endpointChecks(calls), ...limitChecks(calls)],
});

export const suites: Readonly<Record<DialectName, Suite>> = {
  document: createSuite(documentedCalls, accountChecks, uploadChecks, folderChecks, fileChecks, pageChecks),
  sibling: createSuite(siblingCalls, siblingAccount, siblingUploads, siblingFolders, siblingFiles),
};
