/** The parts of a form for links that are needed once something is pasted, outside the popup's first load. */
export { nothingNotice, outcomeNotice } from './outcome.ts';
export { TitleChoice } from './TitleChoice.tsx';
