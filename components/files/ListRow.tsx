/** One row of the list: a file with its columns, or a folder. */
import type { CatalogFolder } from '../../lib/catalog/file.ts';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { plural, t } from '../text.ts';
import type { Look } from './FileList.tsx';
import { fileOf, type ItemProps, itemName, renameProps } from './item.ts';
import { isWide } from './listing.ts';
import { Marked } from './Marked.tsx';
import { RenameField } from './RenameField.tsx';
import { dayOf, lengthOf, pathText, sizeOf, viewsOf } from './say.ts';
import { Thumbnail } from './Thumbnail.tsx';
import type { Files } from './useFiles.ts';

export interface ListRowProps extends ItemProps {
  readonly look: Look;
  readonly rowIndex: number;
  /** It is drawn apart from the others, which stand one below the other. */
  readonly style: { readonly insetBlockStart: string } | undefined;
}

export function ListRow(props: ListRowProps) {
  const { files, item, index, isActive, isChosen, rowIndex, style } = props;
  const file = fileOf(files, item);
  if (!file && item.kind !== 'folder') return null;
  const isCut = item.kind === 'file' && files.cut.has(item.row);
  const isOpen = file !== null && file.fileCode === files.route.fileCode;
  return (
    <tr
      class={`file-columns file-row${style ? ' line-away' : ''}${isCut ? ' file-cut' : ''}${isOpen ? ' file-open' : ''}`}
      aria-rowindex={rowIndex}
      aria-selected={item.kind === 'file' ? isChosen : undefined}
      data-index={index}
      data-kind={item.kind}
      tabIndex={isActive ? 0 : -1}
      draggable={item.kind !== 'folder' && files.renaming !== item.key}
      style={style}
    >
      {item.kind === 'folder' ? (
        <FolderCells {...props} folder={item.folder} />
      ) : (
        file && <FileCells {...props} file={file} />
      )}
    </tr>
  );
}

function FileCells(props: ListRowProps & { readonly file: NonNullable<ReturnType<typeof fileOf>> }) {
  const { files, item, file, image, isChosen, look } = props;
  const title = itemName(files, item);
  const where = isWide(files.route) ? pathText(files.snapshot, file.folderId) : '';
  const rename = renameProps(files, item);
  return (
    <>
      <td class="file-check">
        {item.kind === 'file' && <span class="check">{isChosen && <Icon name="check" />}</span>}
      </td>
      <td class="file-cell file-title">
        <Thumbnail file={file} image={image} />
        {rename ? (
          <RenameField {...rename} />
        ) : (
          <span class="file-words">
            <span class="file-name one-line" dir="auto" title={title}>
              <Marked text={title} typed={files.route.text} />
            </span>
            {look === 'compact' ? (
              <span class="file-where one-line" dir="auto">
                {[lengthOf(file.length), dayOf(file.uploaded), where].filter(Boolean).join(' · ')}
              </span>
            ) : (
              where !== '' && (
                <span class="file-where one-line" dir="auto" title={where}>
                  {where}
                </span>
              )
            )}
          </span>
        )}
      </td>
      {look === 'rows' && (
        <>
          <td class="file-cell file-length">{lengthOf(file.length)}</td>
          <td class="file-cell file-size">{sizeOf(file)}</td>
          <td class="file-cell file-views">{viewsOf(file)}</td>
          <td class="file-cell file-uploaded">{dayOf(file.uploaded)}</td>
        </>
      )}
      <More {...props} name={title} />
    </>
  );
}

function FolderCells(props: ListRowProps & { readonly folder: CatalogFolder }) {
  const { files, item, folder } = props;
  const rename = renameProps(files, item);
  const name = itemName(files, item);
  return (
    <>
      <td class="file-check" />
      <td class="file-cell file-title">
        <span class="file-folder">
          <Icon name="folder" />
        </span>
        {rename ? (
          <RenameField {...rename} />
        ) : (
          <span class="file-words">
            <span class="file-name one-line" dir="auto" title={name}>
              {name}
            </span>
          </span>
        )}
      </td>
      <td class="file-cell file-inside">{insideOf(files, folder.id)}</td>
      <More {...props} name={name} />
    </>
  );
}

/** "12 files · 3 folders", as much of it as there is. */
export function insideOf({ snapshot }: Files, folderId: string): string {
  const count = snapshot.filesIn(folderId);
  const folders = snapshot.foldersIn(folderId).length;
  const parts = [
    count > 0 || folders === 0 ? plural('files.count', count) : null,
    folders > 0 ? plural('files.folders', folders) : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export function More({
  actions,
  isActive,
  name,
}: Pick<ItemProps, 'actions' | 'isActive'> & { name: string }) {
  return (
    <td class="file-acts">
      <Menu label={t('transfers.more', { title: name })} tabIndex={isActive ? 0 : -1} groups={actions}>
        <Icon name="more" class="icon-more" />
      </Menu>
    </td>
  );
}
