/** Only if the notice's uploads share a folder. */
import { useUploadsById } from '#page/notice-uploads.ts';
import { withChosenFields } from '../../lib/uploads/upload.ts';
import { IconButton } from '../button/Button.tsx';
import { useShowFile } from '../page-api.ts';
import { t } from '../text.ts';
import type { CorrectableNotice } from './about-uploads.ts';
import type { NoticeContent } from './notice-content.ts';

interface OpenFolderProps extends Pick<CorrectableNotice, 'about' | 'uploadIds'> {
  readonly show: (notice: NoticeContent) => void;
}

export function OpenFolder({ about, uploadIds = about?.ids ?? [], show }: OpenFolderProps) {
  const showFile = useShowFile(show);
  const [first, ...others] = (useUploadsById(uploadIds) ?? []).map(withChosenFields);
  if (first === undefined) return null;
  const { accountId, folder } = first;
  const isOne = others.every((each) => each.accountId === accountId && each.folder.id === folder.id);
  if (!isOne) return null;
  return (
    <IconButton
      icon="folder"
      label={t('uploads.openFolder')}
      onClick={() => showFile({ accountId, folderId: folder.id, fileCode: null })}
    />
  );
}
