import { useEffect, useRef } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Button } from '../button/Button.tsx';
import type { Dropped } from '../page-api.ts';
import { useAccountPage } from '../page-api.ts';
import { t } from '../text.ts';
import { type Opening, takeFiles } from './dropped-files.ts';
import { chooseDropped } from './own-files.ts';

export interface OwnFilesProps {
  readonly folder: FolderRef;
  readonly opening?: (Opening & { readonly onDone: () => void }) | undefined;
}

export function OwnFiles({ folder, opening }: OwnFilesProps) {
  const { uploadFiles } = useAccountPage();
  const tools = useRef<HTMLSpanElement>(null);
  // The folder may be chosen after the files.
  const take = useRef<typeof upload>(upload);
  take.current = upload;

  function upload(files: Promise<Dropped>, to: FolderRef | null, isDrop: boolean): void {
    uploadFiles?.(files, to ?? folder, isDrop);
  }

  useEffect(() => {
    if (opening === undefined) return;
    opening.onDone();
    if (opening.token === null) return tools.current?.querySelector('button')?.focus();
    takeFiles(opening.token, (files, to) => take.current(Promise.resolve(files), to, true));
  }, []);

  return (
    <span ref={tools}>
      <Button icon="sending" onClick={() => upload(chooseDropped(), null, false)}>
        {t('ownFiles.choose')}
      </Button>
    </span>
  );
}
