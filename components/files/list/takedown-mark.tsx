/** Marks a file that the last list of takedowns has. */
import { isNewTakedown } from '../../../lib/catalog/takedown-record.ts';
import { t } from '../../text.ts';
import type { FilesContext } from '../model/useFiles.ts';

/** Null for a file that is not reported. */
export function takedownMark({ takedowns, pageApi }: FilesContext, fileCode: string) {
  if (!(fileCode in takedowns.firstSeenAtMs)) return null;
  const isNew = isNewTakedown(takedowns, fileCode, pageApi.now());
  return <span class="file-takedown">{t(isNew ? 'files.takedown.new' : 'files.takedown.mark')}</span>;
}
