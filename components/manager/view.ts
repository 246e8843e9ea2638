/** The views of the manager, as its address names them. */
export type View = 'transfers' | 'activity';

/** The view that the part of the address behind `#` names; the transfers where it names none. */
export function viewOf(hash: string): View {
  return hash === '#activity' ? 'activity' : 'transfers';
}
