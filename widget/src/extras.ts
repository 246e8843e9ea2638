/**
 * What few pages need: a file of its own beside the scripts, which is loaded when a page needs it. Without it a list is the links
 * that the page has, a moved host has its old address, and labels are English.
 */
export { labels } from './auto-labels.ts';
export { createList } from './list.ts';
export { followMove, moveLinks } from './moved-host.ts';
