/** The links, titles and left-out lines of the box's text. Loaded once there is text. */
import { Button } from '../button/Button.tsx';
import { maxUnseen } from '../field/read-pasted.ts';
import { plural, t } from '../text.ts';
import { BadLines } from './BadLines.tsx';
import { PastedLinks } from './PastedLinks.tsx';
import { TitleChoice } from './TitleChoice.tsx';
import type { LinksFormState } from './useLinksForm.ts';

interface LinksDetailsProps {
  readonly form: LinksFormState;
  readonly isRoomy: boolean;
}

export function LinksDetails({ form, isRoomy }: LinksDetailsProps) {
  const { links, leftOut, isUnclear } = form.parsed;
  // A link that isn't ticked must be visible.
  const isListed =
    isUnclear ||
    links.length > (isRoomy ? 1 : maxUnseen) ||
    form.links.length < links.length ||
    (links.length > 1 && form.input.titles !== undefined);
  const repeated = form.links.reduce((sum, { times }) => sum + times - 1, 0);
  function clear() {
    form.change({ title: '', ticks: {}, titles: undefined, pattern: undefined });
    form.box.box.current?.focus();
    form.box.box.current?.select();
    // Unlike a changed value, this can be undone.
    document.execCommand('delete');
  }
  return (
    <>
      {repeated > 0 && <p class="small tone-quiet">{plural('send.repeated', repeated)}</p>}
      {leftOut.length > 0 && <BadLines lines={leftOut} />}
      {isListed && <PastedLinks {...form} />}
      <TitleChoice {...form.titleChoice} />
      {links.length + leftOut.length > 1 && (
        <div>
          <Button isSmall kind="quiet" icon="cross" onClick={clear}>
            {t('send.clear')}
          </Button>
        </div>
      )}
    </>
  );
}
