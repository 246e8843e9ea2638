/** Where a key leads along a horizontal line of things, in the direction of reading; null where it leads nowhere. */
export function targetTab(event: KeyboardEvent, at: number, length: number): number | null {
  const isRtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
  switch (event.key) {
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return (at + 1) % length;
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return (at - 1 + length) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
