import { useEffect, useState } from 'preact/hooks';
import { Button, type ButtonProps } from '../button/Button.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'kind'> {
  readonly text: string;
  readonly name: string;
  readonly label?: string;
}

/** As long as a notice. */
const shownMs = 6_000;

export function CopyButton({ text, name, label, kind = 'plain' }: CopyButtonProps) {
  const { copy } = usePageApi();
  /** If the text has changed since, it isn't copied. */
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
        isSmall={kind === 'plain'}
        kind={kind}
        icon={copyResult?.isCopied ? 'check' : 'copy'}
        label={label ?? t('embed.copyFormat', { format: name })}
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
        {label ?? t('embed.copy')}
      </Button>
      <span
        role="status"
        class={copyResult?.isCopied === false ? 'embed-not-copied tone-bad' : 'visually-hidden'}
      >
        {copyResult && (copyResult.isCopied ? t('embed.copied', { format: name }) : t('embed.notCopied'))}
      </span>
    </>
  );
}
