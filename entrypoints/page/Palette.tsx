/** The palette with the catalog that it searches; loaded when it is first opened. */
import { Palette, type PaletteProps } from '../../components/palette/Palette.tsx';
import { useCatalog } from './catalog.ts';

export function PaletteView(props: PaletteProps) {
  return <Palette {...props} useCatalog={useCatalog} />;
}
