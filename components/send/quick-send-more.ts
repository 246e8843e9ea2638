/** What quick send needs only once something is pasted: the popup's first load is full. */
export { invalidSentence, outcomeNotice } from './outcome.ts';
export { TitleChoice } from './TitleChoice.tsx';
