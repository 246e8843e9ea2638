/** The extension's open pages: recognises their messages, counts them, and broadcasts changes to them. */
import type { ChangeBroadcast, Topic } from '../protocol.ts';

export interface PagePort {
  /** Throws if disconnected. */
  postMessage(note: ChangeBroadcast): void;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface Sender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  /** Missing in some browsers. */
  readonly origin?: string | undefined;
}

/**
 * By address, because content scripts share the extension's id.
 * @param root with a trailing slash
 */
export const isOwnPage = ({ id, url, origin }: Sender, ownId: string, root: string): boolean =>
  id === ownId && !!url?.startsWith(root) && (origin === undefined || `${origin}/` === root);

export type OpenPages = ReturnType<typeof createOpenPages>;

export function createOpenPages(onJoin: () => void, onLeave: () => void) {
  const ports = new Set<PagePort>();
  const pending = new Set<Topic>();

  function flush() {
    const note = { changed: [...pending] };
    pending.clear();
    for (const port of ports) {
      try {
        port.postMessage(note);
      } catch {
        // Disconnected before its event.
        ports.delete(port);
      }
    }
  }

  return {
    addPage(port: PagePort): void {
      ports.add(port);
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        onLeave();
      });
      onJoin();
    },
    countPages: () => ports.size,
    /** Combines the changes of one turn. */
    broadcastChange(topic: Topic): void {
      if (pending.size === 0) queueMicrotask(flush);
      pending.add(topic);
    },
  };
}
