/** The open pages: how many there are, and telling them what changed. */
import type { LiveNote, Topic } from '../protocol.ts';

/** The part of a runtime port that is needed here. */
export interface LivePort {
  /** Throws where the port is disconnected. */
  postMessage(note: LiveNote): void;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export type Live = ReturnType<typeof createLive>;

export function createLive(onJoin: () => void, onLeave: () => void) {
  const ports = new Set<LivePort>();
  const pending = new Set<Topic>();

  function flush() {
    const note = { changed: [...pending] };
    pending.clear();
    for (const port of ports) {
      try {
        port.postMessage(note);
      } catch {
        // Disconnected before its event came: the other pages are told all the same.
        ports.delete(port);
      }
    }
  }

  return {
    /** Takes a page in until it closes. */
    join(port: LivePort): void {
      ports.add(port);
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        onLeave();
      });
      onJoin();
    },
    /** How many pages are open. */
    looking: () => ports.size,
    /** Tells every page; changes that come together are told together. */
    changed(topic: Topic): void {
      if (pending.size === 0) queueMicrotask(flush);
      pending.add(topic);
    },
  };
}
