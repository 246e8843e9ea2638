/** The open pages: how many there are, and telling them what changed. */
import type { LiveNote, Topic } from '../protocol.ts';

/** The part of a runtime port that is needed here. */
export interface LivePort {
  /** Throws where the port is disconnected. */
  postMessage(note: LiveNote): void;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface Live {
  /** Takes a page in until it closes. */
  join(port: LivePort): void;
  /** How many pages are open. */
  looking(): number;
  /** Tells every page; changes that come together are told together. */
  changed(topic: Topic): void;
}

export function createLive(onJoin: () => void, onLeave: () => void): Live {
  const ports = new Set<LivePort>();
  const pending = new Set<Topic>();

  function flush() {
    const note: LiveNote = { changed: [...pending] };
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
    join(port) {
      ports.add(port);
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        onLeave();
      });
      onJoin();
    },
    looking: () => ports.size,
    changed(topic) {
      if (pending.size === 0) queueMicrotask(flush);
      pending.add(topic);
    },
  };
}
