/** The catalog for the palette, which opens before the catalog is read. */
import { useEffect } from 'preact/hooks';
import type { PaletteCatalogProps } from '../../components/palette/Palette.tsx';
import { useCatalog } from './catalog.ts';

export function PaletteCatalog({ accountId, onSnapshot }: PaletteCatalogProps) {
  const snapshot = useCatalog(accountId);
  useEffect(() => onSnapshot(snapshot), [snapshot]);
  return null;
}
