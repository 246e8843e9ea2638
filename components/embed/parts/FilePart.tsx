import { applyFileOptions } from 'linkhaul-player/builder';
import { useState } from 'preact/hooks';
import type { Capabilities } from '../../../lib/api/index.ts';
import { NoticeStack } from '../../notice/NoticeStack.tsx';
import { t } from '../../text.ts';
import { draftField, EmbedField, type PartProps } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import type { FileDetails } from '../useFileDetails.ts';

interface FilePartProps extends PartProps {
  readonly fileDetails: FileDetails | undefined;
  readonly takes: Capabilities['playerOptions'];
  /** There is no account, so the service is a field too. */
  readonly hasService: boolean;
}

export function FilePart({ fileDetails, takes, hasService, ...part }: FilePartProps) {
  const { state, builder } = part;
  const { draft, parsed } = state;
  const [areOptionsApplied, setOptionsApplied] = useState(false);
  const file = draftField(part, 'file');
  const service = draftField(part, 'baseUrl');
  return (
    <EmbedSection title={t('embed.file')}>
      <EmbedField
        {...file}
        kind="url"
        label={t('embed.fileField')}
        hint={t('embed.fileHint')}
        result={fileDetails?.result ?? null}
        onInput={(text) => {
          setOptionsApplied(false);
          file.onInput(text);
        }}
      />
      <div role="status" class="notice-area stack">
        <NoticeStack
          notices={[
            !hasService && service.problem && { tone: 'bad', text: t('embed.problem.service') },
            parsed.file?.options &&
              takes.poster &&
              takes.subtitles && {
                tone: 'info',
                text: t('embed.brings'),
                action: {
                  label: t('embed.useBrought'),
                  onClick: () => {
                    setOptionsApplied(true);
                    builder.change(applyFileOptions);
                  },
                },
              },
            areOptionsApplied && {
              tone: 'good',
              text: t('embed.used'),
              onDismiss: () => setOptionsApplied(false),
            },
            draft.allowHttp && { tone: 'warn', text: t('embed.plainHttp') },
          ]}
        />
      </div>
      {hasService && <EmbedField {...service} kind="url" label={t('connect.address')} />}
      <EmbedField {...draftField(part, 'title')} label={t('embed.titleField')} hint={t('embed.titleHint')} />
    </EmbedSection>
  );
}
