/** Copies a text and shows the result beside the button. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../button/Button.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Names the text in the result. */
  readonly copiedName: string;
  readonly children: ComponentChildren;
}

/** How long a copy is shown as done. Milliseconds. */
const shownMs = 3_000;

export function CopyButton({ text, label, copiedName, children }: CopyButtonProps) {
  const { copy } = usePageApi();
  /** The text whose copying has ended, and how: a text that has changed since was not copied. */
  const [lastCopy, setLastCopy] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(
    null,
  );
  useEffect(() => {
    if (!lastCopy?.isCopied) return;
    const timer = setTimeout(() => setLastCopy(null), shownMs);
    return () => clearTimeout(timer);
  }, [lastCopy]);
  const copyResult = lastCopy?.text === text ? lastCopy : null;
  return (
    <>
      <Button
        isSmall
        icon={copyResult?.isCopied ? 'check' : 'copy'}
        label={label}
        onClick={() =>
          copy(text).then(
            () => setLastCopy({ text, isCopied: true }),
            (error: unknown) => {
              console.error('Copying failed', error);
              setLastCopy({ text, isCopied: false });
            },
          )
        }
      >
        {children}
      </Button>
      <span role="status" class={copyResult && !copyResult.isCopied ? 'embed-not-copied' : 'visually-hidden'}>
        {copyResult &&
          (copyResult.isCopied ? t('embed.copied', { format: copiedName }) : t('embed.notCopied'))}
      </span>
    </>
  );
}
