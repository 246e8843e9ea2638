import { type Check, list, SkippedCheckError, section } from '../check-context.ts';
import { expectLast, readReports } from '../report-days.ts';
import { arrayOf, expectShape } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const reportEntry = responseShapes['Reports (sibling)'];

export const accountChecks: Check[] = [
  ...section('Account info (sibling)', {
    'account info': async ({ api }) => {
      expectShape('result', await api.result('/api/account/info'), responseShapes['Account info (sibling)']);
    },
  }),
  ...section('Reports (sibling)', {
    'reports: the last 7 days without last': async ({ api, options }) => {
      const { days, today } = await readReports(api, reportEntry);
      expectLast(7, days, today, options);
    },
  }),
  ...[2, 20].flatMap((last) =>
    section('Reports (sibling)', {
      [`reports: the last ${last} days`]: async ({ api, options }) => {
        const { days, today } = await readReports(api, reportEntry, { last: String(last) });
        expectLast(last, days, today, options);
      },
    }),
  ),
  ...section('Takedowns (sibling)', {
    'takedowns: the fields': async ({ api, options }) => {
      const result = await api.result('/api/file/dmca', { last: '24' });
      expectShape('result', result, arrayOf(responseShapes['Takedowns (sibling)']));
      if (list(result).length > 0) return;
      if (!options.prepared) throw new SkippedCheckError('needs an account with takedowns of today');
      throw new Error('no takedowns are listed');
    },
  }),
];
