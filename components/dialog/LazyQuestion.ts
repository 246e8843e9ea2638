/** The question before what cannot be undone, loaded when something is asked. */
import { lazy } from '../lazy.tsx';

export const Question = lazy(async () => (await import('./Dialog.tsx')).Question);
