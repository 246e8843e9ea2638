/** Loaded with the first rule that is made from an upload: kinds of links are a table. */
export { findRuleSubject } from '../../lib/uploads/rules.ts';
