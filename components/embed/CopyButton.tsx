/** Copies a text, and says so where one is looking. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../button/Button.tsx';
import { useServices } from '../services.ts';
import { t } from '../text.ts';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What was copied, for the sentence that says so. */
  readonly what: string;
  readonly children: ComponentChildren;
}

export function CopyButton({ text, label, what, children }: CopyButtonProps) {
  const { copy } = useServices();
  /** The text whose copying has ended, and how: a text that has changed since was not copied. */
  const [ended, setEnded] = useState<{ readonly text: string; readonly ok: boolean } | null>(null);
  const ending = ended?.text === text ? ended : null;
  return (
    <>
      <Button
        small
        icon={ending?.ok ? 'check' : 'copy'}
        label={label}
        onClick={() =>
          copy(text).then(
            () => setEnded({ text, ok: true }),
            (error: unknown) => {
              console.error('Copying failed', error);
              setEnded({ text, ok: false });
            },
          )
        }
      >
        {children}
      </Button>
      <span role="status" class={ending && !ending.ok ? 'embed-not-copied' : 'visually-hidden'}>
        {ending && (ending.ok ? t('embed.copied', { format: what }) : t('embed.notCopied'))}
      </span>
    </>
  );
}
