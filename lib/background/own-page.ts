/** Whose messages are listened to. */

export interface Sender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  /** Not in every browser. */
  readonly origin?: string | undefined;
}

/**
 * Whether one of the extension's own pages is the sender. By address, because content scripts share the extension's id.
 *
 * @param root address of the extension, with the slash at its end
 */
export const isOwnPage = ({ id, url, origin }: Sender, ownId: string, root: string): boolean =>
  id === ownId && !!url?.startsWith(root) && (origin === undefined || `${origin}/` === root);
