/**
 * Unused input by name, as JSON. It survives a change of the view and, in tabs, a reload. A `Map` keeps it while the page is open. Never
 * store keys or passphrases.
 */
export interface Drafts {
  get(name: string): unknown;
  /** @param value undefined removes the draft */
  set(name: string, value: unknown): unknown;
}
