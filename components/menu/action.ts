/** A menu item, or an icon or button in a row. */
import type { IconName } from '../icons/Icon.tsx';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly hint?: string | undefined;
  readonly checked?: boolean;
  readonly danger?: boolean;
  /** A promise keeps the button busy until it settles. */
  readonly run: () => unknown;
}

export type MenuGroups = readonly (readonly Action[])[];

export type IconAction = Action & { readonly icon: IconName };

/** For an action that can't be undone. */
export const dangerous = (action: IconAction): IconAction => ({ ...action, danger: true });

export const createAction = (
  id: string,
  icon: IconName,
  label: string,
  run: Action['run'],
  hint?: string,
): IconAction => ({ id, icon, label, run, hint });
