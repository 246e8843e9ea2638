/** The embed builder with everything that it reads. Loaded on demand, with the player. */
import { Embed, type EmbedViewProps } from '../../components/embed/Embed.tsx';
import { FileChooser, type FileChooserProps } from '../../components/embed/FileChooser.tsx';
import { readAddresses, useCatalog } from './catalog.ts';
import { useCatalogProblem } from './storage-problems.ts';

export function EmbedView(props: EmbedViewProps) {
  return <Embed {...props} Chooser={Chooser} />;
}

function Chooser(props: FileChooserProps) {
  const catalogProblem = useCatalogProblem();
  return (
    <FileChooser
      {...props}
      useCatalog={useCatalog}
      catalogProblem={catalogProblem}
      addresses={readAddresses}
    />
  );
}
