import { useEffect } from 'preact/hooks';
import { LinksForm } from '../add-links/LinksForm.tsx';
import type { AddTarget } from '../add-links/links-input.ts';
import { useLinksForm } from '../add-links/useLinksForm.ts';
import { DropArea } from '../drop/DropArea.tsx';
import { OwnFiles, type OwnFilesProps } from '../own-files/OwnFiles.tsx';
import { useAccountPage } from '../page-api.ts';
import './manager.css';

interface BatchEntryProps extends AddTarget {
  readonly opening: OwnFilesProps['opening'];
}

export function BatchEntry({ opening, ...target }: BatchEntryProps) {
  const { accountId, feedback, input } = target;
  const { uploadFiles } = useAccountPage();
  const form = useLinksForm(target);
  const { folder, onChange } = form.folderChoice;
  useEffect(() => {
    if (opening?.folder) onChange(opening.folder);
  }, []);
  return (
    <div class="pad-4">
      <LinksForm form={form} isRoomy tools={<OwnFiles folder={folder} opening={opening} />} />
      <DropArea
        accountId={accountId}
        feedback={feedback}
        getFolder={() => (input.current.choice?.accountId === accountId ? folder : null)}
        defaultFolder={folder}
        onFiles={(files, to) => uploadFiles?.(files, to ?? folder, true)}
      />
    </div>
  );
}
