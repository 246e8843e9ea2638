/** Which file the player shows, and what it is called. */
import { applyFileOptions } from 'linkhaul-player/builder';
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { Notice } from '../../notice/Notice.tsx';
import { t } from '../../text.ts';
import { EmbedField } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import type { FileDetails } from '../useFileDetails.ts';
import { type PartProps, problemAt } from './part.ts';

export interface FilePartProps extends PartProps {
  readonly fileDetails?: FileDetails;
  /** Lets the user choose one of the account's files. Without an account, the service is a field of its own. */
  readonly onChoose?: () => void;
}

export function FilePart({ state, builder, fileDetails, onChoose }: FilePartProps) {
  const { draft, reading } = state;
  const [areOptionsApplied, setOptionsApplied] = useState(false);
  const serviceProblem = problemAt(reading, 'baseUrl');
  return (
    <EmbedSection title={t('embed.file')}>
      <EmbedField
        isCode
        label={t('embed.fileField')}
        hint={t('embed.fileHint')}
        value={draft.file}
        problem={problemAt(reading, 'file')}
        outcome={fileDetails?.outcome ?? null}
        onInput={(file) => {
          setOptionsApplied(false);
          builder.change((now) => ({ ...now, file }));
        }}
      >
        {onChoose && (
          <Button isSmall kind="quiet" onClick={onChoose}>
            {t('embed.choose')}
          </Button>
        )}
      </EmbedField>
      <div role="status" class="notice-area stack">
        {reading.file?.options && (
          <Notice
            tone="info"
            text={t('embed.brings')}
            action={{
              label: t('embed.useBrought'),
              onClick: () => {
                setOptionsApplied(true);
                builder.change(applyFileOptions);
              },
            }}
          />
        )}
        {areOptionsApplied && (
          <Notice tone="good" text={t('embed.used')} onDismiss={() => setOptionsApplied(false)} />
        )}
        {onChoose && serviceProblem && <Notice tone="bad" text={t('embed.problem.service')} />}
        {draft.allowHttp && <Notice tone="warn" text={t('embed.plainHttp')} />}
      </div>
      {!onChoose && (
        <EmbedField
          isCode
          label={t('connect.address')}
          value={draft.baseUrl}
          problem={serviceProblem}
          onInput={(baseUrl) => builder.change((now) => ({ ...now, baseUrl }))}
        />
      )}
      <EmbedField
        label={t('embed.titleField')}
        hint={t('embed.titleHint')}
        value={draft.title}
        onInput={(title) => builder.change((now) => ({ ...now, title }))}
      />
    </EmbedSection>
  );
}
