/** The parts of quick send that are needed once something is pasted, outside the popup's first load. */
export { invalidSentence, outcomeNotice } from './outcome.ts';
export { TitleChoice } from './TitleChoice.tsx';
