import type * as page from '../../../page/stored-figures.ts';
import { recordRequest, waitWhileHeld } from '../fake-page-api.ts';

export const readFigures: typeof page.readFigures = async () => ({
  usedBytes: 4_321_000,
  uploads: 212,
  events: 1_034,
  files: 8_420,
  accounts: 2,
});

export const readProblemReport: typeof page.readProblemReport = async () => {
  recordRequest('readProblemReport', null);
  await waitWhileHeld('readProblemReport');
  return '';
};
