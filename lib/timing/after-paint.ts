/** Runs after the next frame, or at once in a hidden page, which has no frames. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
