/** The extension's own pages: which messages come from one, how many are open, and broadcasts of changes to them. */
import type { ChangeBroadcast, Topic } from '../protocol.ts';

export interface PagePort {
  /** Throws if the port is disconnected. */
  postMessage(note: ChangeBroadcast): void;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface Sender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  /** Not in every browser. */
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
        // Disconnected before its event. The other pages still get the broadcast.
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
    /** Broadcasts to every page. Changes of one turn are combined. */
    broadcastChange(topic: Topic): void {
      if (pending.size === 0) queueMicrotask(flush);
      pending.add(topic);
    },
  };
}
