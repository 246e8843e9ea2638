import { createAction, type IconAction } from '../menu/action.ts';
import { copyText } from '../notice/copy-text.ts';
import type { FileLocation } from '../page-api.ts';
import { t } from '../text.ts';
import type { ActionContext } from './file-actions.ts';

/** Empty for the user's own files. */
export const sourceActions = (url: string, context: ActionContext): readonly IconAction[] =>
  url === ''
    ? []
    : [createAction('copy-source', 'copy', t('uploads.copySource'), () => copyText(url, context))];

export const showInFolder = (location: FileLocation, context: ActionContext): IconAction =>
  createAction('show', 'folder', t('files.showInFolder'), () => context.page.showFile(location));
