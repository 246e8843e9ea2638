/** What is known of the text in the box: links to choose from, what is left out, titles. Loaded when there is some. */
import { Button } from '../button/Button.tsx';
import { maxUnseen } from '../field/read-pasted.ts';
import { plural, t } from '../text.ts';
import { BadLines } from './BadLines.tsx';
import { PastedLinks } from './PastedLinks.tsx';
import { TitleChoice } from './TitleChoice.tsx';
import type { LinksFormState } from './useLinksForm.ts';

interface LinksDetailsProps {
  readonly form: LinksFormState;
  /** Several links are listed in any case. */
  readonly isRoomy: boolean;
}

export function LinksDetails({ form, isRoomy }: LinksDetailsProps) {
  const { links, leftOut, isUnclear } = form.parsed;
  // What isn't ticked has to be seen, however few there are.
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
    // Unlike a change of the value it can be undone.
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
