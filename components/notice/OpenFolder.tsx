/** A button in a notice about uploads that opens their folder, if they share one. */
import { useUploads } from '#page/page-data.ts';
import { IconButton } from '../button/Button.tsx';
import { useShowFile } from '../page-api.ts';
import { t } from '../text.ts';
import type { Corrigible } from './about-uploads.ts';
import type { NoticeContent } from './notice-content.ts';

interface OpenFolderProps extends Pick<Corrigible, 'about' | 'uploadIds'> {
  readonly show: (notice: NoticeContent) => void;
}

export function OpenFolder({ about, uploadIds = about?.ids ?? [], show }: OpenFolderProps) {
  const uploads = useUploads()?.uploads.filter(({ id }) => uploadIds.includes(id)) ?? [];
  const showFile = useShowFile(show);
  const [first] = uploads;
  if (first === undefined) return null;
  const { accountId, folder } = first;
  const isOne = uploads.every((each) => each.accountId === accountId && each.folder.id === folder.id);
  if (!isOne) return null;
  return (
    <IconButton
      icon="folder"
      label={t('uploads.openFolder')}
      onClick={() => showFile({ accountId, folderId: folder.id, fileCode: null })}
    />
  );
}
