/** Tabs of code, their variants, and what the website has to allow. */
import { type EmbedCodeOptions, type EmbedFormat, embedCode } from 'linkhaul-player';
import { createCspLine } from 'linkhaul-player/builder';
import { useId, useState } from 'preact/hooks';
import { Empty } from '../empty/Empty.tsx';
import { Select } from '../field/Select.tsx';
import { formatTexts } from '../files/embed-formats.ts';
import { Icon } from '../icons/Icon.tsx';
import { TabList } from '../tabs/Tabs.tsx';
import { t } from '../text.ts';
import { Code, Lines } from './CodeLines.tsx';
import { CopyButton } from './CopyButton.tsx';
import type { PartProps } from './EmbedField.tsx';
import { EmbedSection } from './EmbedSection.tsx';
import type { EmbedFile, FileDetails } from './useFileDetails.ts';
import { listFormatTabs } from './wording.ts';

const isOfTracks = (field: string): boolean => field === 'document' || /\.(?:src|label)$/.test(field);

interface FormatsProps extends Pick<PartProps, 'state'> {
  /** For JSON-LD. */
  readonly file?: FileDetails['file'] | undefined;
  readonly hasPoster: boolean;
}

/** Renders nothing without a file, because the preview asks for one. */
export function Formats({ state, file, hasPoster }: FormatsProps) {
  const { options: complete, preview, needsDocument, problems } = state.parsed;
  // Here, so that they stay the same while an error hides the code.
  const [tabId, setTab] = useState('embed');
  const [chosen, setChosen] = useState<Readonly<Record<string, EmbedFormat>>>({});
  // Keep showing the code for one track while the user enters more.
  const isForOne =
    needsDocument && preview?.subtitle !== undefined && problems.every(({ field }) => isOfTracks(field));
  const entered = complete ?? (isForOne ? preview : null);
  const { uploadedAt, durationSeconds } =
    file && file.fileCode === entered?.fileCode ? file : ({} as Partial<EmbedFile>);
  const options = entered && { ...entered, uploadedAt, durationSeconds };
  if (problems.some(({ field, code }) => field === 'file' && code === 'missing')) return null;
  return (
    <EmbedSection title={t('embed.code')}>
      {options === null ? (
        <Empty
          icon="warning"
          level="h3"
          title={t('embed.codeFaultyTitle')}
          text={t('embed.codeFaulty')}
          action={{ label: t('embed.showError'), onClick: focusFirstProblem }}
        />
      ) : (
        <>
          {complete === null && (
            <p class="tone-quiet">{t('embed.codeDocument', { label: options.subtitle?.label ?? '' })}</p>
          )}
          <CodeBox
            options={options}
            hasPoster={hasPoster}
            tabId={tabId}
            onTab={setTab}
            chosen={chosen[tabId]}
            onChoose={(format) => setChosen({ ...chosen, [tabId]: format })}
          />
        </>
      )}
    </EmbedSection>
  );
}

const focusFirstProblem = () => document.querySelector<HTMLElement>('.embed [data-problem] input')?.focus();

/** Next to the page in the extension (`modules/player-script.ts`) and on the demo site. */
const scriptName = 'linkhaul-player.js';

interface CodeBoxProps {
  readonly options: EmbedCodeOptions;
  readonly hasPoster: boolean;
  readonly tabId: string;
  readonly onTab: (id: string) => void;
  readonly chosen: EmbedFormat | undefined;
  readonly onChoose: (format: EmbedFormat) => void;
}

function CodeBox({ options, hasPoster, tabId, onTab, chosen, onChoose }: CodeBoxProps) {
  const base = useId();
  const tabs = listFormatTabs(hasPoster);
  const formats = tabs.find(({ id }) => id === tabId)?.formats ?? [];
  const format = chosen && formats.includes(chosen) ? chosen : formats[0];
  if (format === undefined) return null;
  const code = embedCode(options, format);
  const policy = createCspLine(options, format);
  const { name, hint } = formatTexts(format);
  return (
    <div class="embed-formats framed">
      <TabList
        class="wrap line-below pad-1"
        label={t('embed.code')}
        tabs={tabs}
        selected={tabId}
        onSelect={onTab}
        base={base}
      />
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${tabId}`}
        class="stack gap-3 pad-3"
      >
        <div class="embed-format-head flow">
          {formats.length > 1 ? (
            <Select
              class="embed-format"
              aria-label={t('files.copy.format')}
              value={format}
              choices={formats.map((each) => [each, formatTexts(each).name])}
              onChange={onChoose}
            />
          ) : (
            <span class="medium grow">{name}</span>
          )}
          {format === 'web-component' && (
            <a class="button button-plain" href={scriptName} download={scriptName}>
              <Icon name="document" />
              <span>{t('embed.download', { name: scriptName })}</span>
            </a>
          )}
          <CopyButton text={code} name={name} kind="primary" />
        </div>
        <p class="tone-quiet">{hint}</p>
        <Code text={code} />
        {policy === '' ? (
          <p class="tone-quiet">{t('embed.cspNone')}</p>
        ) : (
          <Lines name={t('embed.csp')} why={t('embed.cspWhy')} text={policy} />
        )}
      </div>
    </div>
  );
}
