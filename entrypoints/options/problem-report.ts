/** Gathers what goes into a problem report. */
import { browser } from 'wxt/browser';
import { debugLogKey, readDebugLog, writeProblemReport } from '../../lib/settings/problem-report.ts';
import { readAllSettings } from '../page/settings.ts';
import { readFigures } from './stored-data.ts';

export async function readProblemReport(): Promise<string> {
  const [settings, { [debugLogKey]: lines }, figures] = await Promise.all([
    readAllSettings(),
    browser.storage.session.get(debugLogKey),
    // A broken database is a problem to report, not a reason for no report.
    readFigures().catch(() => null),
  ]);
  return writeProblemReport({
    version: browser.runtime.getManifest().version,
    browser: navigator.userAgent,
    language: navigator.language,
    settings,
    figures,
    log: readDebugLog(lines),
  });
}
