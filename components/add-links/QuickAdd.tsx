import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { LinkDraft } from '../../lib/links/link.ts';
import { Button } from '../button/Button.tsx';
import { t } from '../text.ts';
import { LinksForm } from './LinksForm.tsx';
import type { AddTarget } from './links-input.ts';
import { useLinksForm } from './useLinksForm.ts';

interface QuickAddProps extends AddTarget {
  /** Null if a service couldn't fetch the page. */
  readonly page: LinkDraft | null;
  /** Other ways to upload. */
  readonly children?: ComponentChildren;
}

export function QuickAdd({ page, children, ...target }: QuickAddProps) {
  const form = useLinksForm({ ...target, newFolderName: page?.title });

  useLayoutEffect(() => {
    // Arrow keys that move between tabs keep the focus on the tab.
    if (document.activeElement?.matches('[role="tab"]:focus-visible')) return;
    const focusBox = () => form.box.box.current?.focus();
    focusBox();
    // Firefox may refuse the focus until the panel's window has it.
    if (document.activeElement === document.body) addEventListener('focus', focusBox, { once: true });
  }, []);

  const others = (page || children) && (
    <>
      {page && (
        <Button isSmall kind="quiet" icon="plus" onClick={() => form.addDrafts([page])}>
          {t('send.short.page')}
        </Button>
      )}
      {children}
    </>
  );
  return <LinksForm form={form} others={others} />;
}
