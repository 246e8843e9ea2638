/**
 * Code that few pages need, in a file of its own that is loaded on demand. If it fails to load, a list stays as plain links, a moved host
 * keeps its old address, and labels are English.
 */
export { labels } from './auto-labels.ts';
export { createList } from './list.ts';
export { followMove, moveLinks } from './moved-host.ts';
