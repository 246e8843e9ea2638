/** The duplicates in every state that is drawn on purpose. */
import { Duplicates, type DuplicatesViewProps } from '../../../components/duplicates/Duplicates.tsx';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { heldJob, oneJob } from '../samples/bulk.ts';
import { emptyAccount, file, folder, snapshotOf } from '../samples/files.ts';
import { manager } from './batch.tsx';
import type { Scene } from './scene.tsx';

const longTitle = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '.repeat(3);
const copies = snapshotOf(
  [
    file({ fileCode: 'a1', title: 'Big Buck Bunny', folderId: '11', length: 596, views: 1234, size: 7e8 }),
    file({ fileCode: 'a2', title: 'big_buck-bunny (1).mp4', folderId: '0', length: 596, views: 3 }),
    file({ fileCode: 'a3', title: '[HD] Big Buck Bunny', folderId: '12', length: 597, views: 0 }),
    file({ fileCode: 'b1', title: longTitle, folderId: '12', length: 7200 }),
    file({ fileCode: 'b2', title: `${longTitle} copy`, folderId: '11', length: 7200 }),
    file({ fileCode: 'c1', title: 'أغنية من البحر', folderId: '0', length: null }),
    file({ fileCode: 'c2', title: 'أغنية من البحر', folderId: '11', length: null }),
  ],
  [folder('11', 'Movies'), folder('12', 'A folder with quite a long name that does not fit anywhere at all')],
);

function duplicates(snapshot: Snapshot | null, jobs = [] as typeof oneJob): Scene {
  const View = (props: DuplicatesViewProps) => (
    <Duplicates
      {...props}
      useCatalog={() => snapshot}
      catalogProblem={null}
      useJobs={() => jobs}
      readFailures={async () => []}
    />
  );
  return manager({ view: 'duplicates', Duplicates: View });
}

export const duplicatesScenes: Readonly<Record<string, () => Scene>> = {
  'manager-duplicates': () => duplicates(copies),
  'manager-duplicates-moving': () => duplicates(copies, oneJob),
  'manager-duplicates-waiting': () => duplicates(copies, heldJob),
  'manager-duplicates-none': () => duplicates(emptyAccount),
  'manager-duplicates-loading': () => duplicates(null),
};
