/** Actions of menus that uploads, the activity and takedowns have in common. */
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import { createAction, type IconAction } from '../menu/action.ts';
import { t } from '../text.ts';
import { type ActionContext, copyText } from './file-actions.ts';

/** None where there is no address: a file of the user's has none. */
export const sourceActions = (url: string, context: ActionContext): readonly IconAction[] =>
  url === ''
    ? []
    : [createAction('copy-source', 'copy', t('uploads.copySource'), () => copyText(url, context))];

export const showInFolder = (place: FileLocation, context: ActionContext): IconAction =>
  createAction('show', 'folder', t('files.showInFolder'), () => context.page.showFile(place));
