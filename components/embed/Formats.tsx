import { type EmbedCodeOptions, type EmbedFormat, embedCode } from 'linkhaul-player';
import { createCspLine } from 'linkhaul-player/builder';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { Code, Lines } from './CodeLines.tsx';
import { CopyButton } from './CopyButton.tsx';
import type { PartProps } from './EmbedField.tsx';
import { EmbedSection } from './EmbedSection.tsx';
import type { EmbedFile, FileDetails } from './useFileDetails.ts';
import { formatTexts, listFormats } from './wording.ts';

const isOfTracks = (field: string): boolean => field === 'document' || /\.(?:src|label)$/.test(field);

interface FormatsProps extends Pick<PartProps, 'state'> {
  /** JSON-LD needs its date and duration. */
  readonly file?: FileDetails['file'] | undefined;
  readonly hasPoster: boolean;
}

export function Formats({ state, file, hasPoster }: FormatsProps) {
  const { options: complete, preview, needsDocument, problems } = state.parsed;
  const [openFormat, setOpenFormat] = useState<EmbedFormat | null>('responsive-iframe');
  // While the user enters more tracks and the address of their document, the code for one track stays.
  const isForOne =
    needsDocument && preview?.subtitle !== undefined && problems.every(({ field }) => isOfTracks(field));
  const hasFile = !problems.some(({ field, code }) => field === 'file' && code === 'missing');
  const entered = complete ?? (isForOne ? preview : null);
  const { uploadedAt, durationSeconds } =
    file && file.fileCode === entered?.fileCode ? file : ({} as Partial<EmbedFile>);
  const options = entered && { ...entered, uploadedAt, durationSeconds };
  return (
    <EmbedSection title={t('embed.code')}>
      {options === null ? (
        <p class="tone-quiet">{t(hasFile ? 'embed.codeFaulty' : 'embed.codeNone')}</p>
      ) : (
        <>
          {complete === null && (
            <p class="tone-quiet">{t('embed.codeDocument', { label: options.subtitle?.label ?? '' })}</p>
          )}
          <ul class="embed-formats line-above">
            {listFormats(hasPoster).map((format) => (
              <FormatRow
                key={format}
                options={options}
                format={format}
                isOpen={openFormat === format}
                onToggle={() => setOpenFormat(openFormat === format ? null : format)}
              />
            ))}
          </ul>
        </>
      )}
    </EmbedSection>
  );
}

/** Next to the page, both in the extension (`modules/player-script.ts`) and on the demo site. */
const scriptName = 'linkhaul-player.js';

interface FormatRowProps {
  readonly options: EmbedCodeOptions;
  readonly format: EmbedFormat;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function FormatRow({ options, format, isOpen, onToggle }: FormatRowProps) {
  const id = useId();
  const code = embedCode(options, format);
  const policy = isOpen ? createCspLine(options, format) : '';
  const { name, hint } = formatTexts(format);
  return (
    <li class="embed-format line-below">
      <div class="embed-format-head flow">
        <button
          type="button"
          class="bare-button embed-format-name row medium"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'down' : 'forward'} class="embed-format-mark" />
          <span>{name}</span>
        </button>
        {format === 'web-component' && (
          <a class="button button-plain button-small" href={scriptName} download={scriptName}>
            <Icon name="document" />
            <span>{t('embed.download', { name: scriptName })}</span>
          </a>
        )}
        <CopyButton text={code} name={name} />
      </div>
      <div id={id} class="embed-format-body stack" hidden={!isOpen}>
        {isOpen && (
          <>
            <p class="tone-quiet">{hint}</p>
            <Code text={code} />
            {policy === '' ? (
              <p class="tone-quiet">{t('embed.cspNone')}</p>
            ) : (
              <Lines name={t('embed.csp')} why={t('embed.cspWhy')} text={policy} />
            )}
          </>
        )}
      </div>
    </li>
  );
}
