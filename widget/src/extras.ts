/**
 * Code that few pages need, loaded on demand. If that fails, a list stays as plain links, a moved host keeps its old address, and labels
 * are English.
 */
export { labels } from './auto-labels.ts';
export { createList } from './list.ts';
export { followMove, moveLinks } from './moved-host.ts';
