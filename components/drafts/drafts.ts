/**
 * What the user entered or chose on a page, but hasn't used yet, as JSON by name. Drafts survive while another view is shown, and in tabs a
 * reload. A `Map` keeps them as long as the page is open. Never keep keys or passphrases as drafts.
 */
export interface Drafts {
  get(name: string): unknown;
  /** @param value undefined removes the draft */
  set(name: string, value: unknown): unknown;
}
