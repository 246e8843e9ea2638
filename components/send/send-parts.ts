/** The parts of a form for links that are needed once something is pasted, outside the popup's first load. */
export { BadLines } from './BadLines.tsx';
export { nothingNotice, outcomeNotice } from './outcome.ts';
export { TitleChoice } from './TitleChoice.tsx';
