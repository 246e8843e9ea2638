/** Runs after the next frame. In a hidden page, which has no frames, at once. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
