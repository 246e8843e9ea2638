/** Copies links or embed code, or saves them as a file. The last choice is stored. */
import type { EmbedFormat } from 'linkhaul-player';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import { Button } from '../../button/Button.tsx';
import { Dialog } from '../../dialog/Dialog.tsx';
import { Placeholders } from '../../field/Placeholders.tsx';
import { RadioGroup } from '../../field/RadioGroup.tsx';
import { titleOf } from '../../format/names.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import { copyText } from '../../notice/copy-text.ts';
import { Notice } from '../../notice/Notice.tsx';
import { usePageApi } from '../../page-api.ts';
import { downloadText, fileName, markUtf8 } from '../../save-as-file.ts';
import { format, plural, t } from '../../text.ts';
import { formatTexts, listFormats } from '../embed-formats.ts';
import { getPages } from '../model/commands.ts';
import type { FileTarget } from '../model/targets.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';
import { describeTargets, getFolderName } from '../wording.ts';
import {
  type CopiedFile,
  type CopyFormat,
  copyFormats,
  customFormat,
  embedExtension,
  type FormatName,
  formatEmbeds,
  formatFiles,
  formatNames,
  placeholders,
  unknownNames,
} from './copy-formats.ts';
import '../../field/field.css';
import '../files.css';

interface CopyLinksProps {
  readonly targets: readonly FileTarget[];
  readonly settings: Settings | null;
  readonly onClose: () => void;
}

type Choice = FormatName | 'embed' | 'own';
const choices: readonly Choice[] = [...formatNames, 'embed', 'own'];

const maxPreviewed = 4;

export function CopyLinks({ targets, settings, onClose }: CopyLinksProps) {
  const files = useFilesContext();
  const { feedback } = files;
  const { send, now } = usePageApi();
  const [choice, setChoice] = useState<Choice>(() => readChoice(settings?.copyFormat));
  const formats = listFormats(files.capabilities.playerOptions.poster);
  const [embedFormat, setEmbedFormat] = useState(() => readEmbedFormat(formats, settings?.copyFormat));
  const [template, setTemplate] = useState(settings?.copyTemplate ?? '{title} {url}');
  const [isPlayer, setPlayer] = useState(settings?.copyPlayer ?? false);
  const addresses = useAllAddresses(files, targets);
  const copyFormat: CopyFormat | null =
    choice === 'own' ? customFormat(template, format.bytes) : choice === 'embed' ? null : copyFormats[choice];
  const write = (copiedFiles: readonly CopiedFile[]) =>
    copyFormat === null ? formatEmbeds(copiedFiles, embedFormat) : formatFiles(copiedFiles, copyFormat);
  const isReady = (isPlayer && choice !== 'embed') || addresses !== null;

  const copied = (target: FileTarget, at: number) =>
    copiedFile(files, target, addresses?.[at] ?? null, isPlayer);
  const preview = useMemo(
    () => write(targets.slice(0, maxPreviewed).map(copied)),
    [targets, addresses, isPlayer, choice, embedFormat, template],
  );
  const unknown = choice === 'own' ? unknownNames(template) : [];

  function remember() {
    const change = {
      copyFormat: choice === 'embed' ? `embed ${embedFormat}` : choice,
      copyTemplate: template,
      copyPlayer: isPlayer,
    };
    send('settings.change', change).catch((error) => {
      // The format still applies.
      console.error('The format could not be remembered', error);
    });
  }

  return (
    <Dialog title={t('files.copy.title', { what: describeTargets(targets) })} kind="panel" onClose={onClose}>
      <RadioGroup
        label={t('files.copy.format')}
        kind="chip"
        value={choice}
        choices={choices.map((each) => [each, t(`files.copy.${each}`)])}
        onChange={setChoice}
      />
      {choice === 'embed' && (
        <RadioGroup
          label={t('files.copy.embed')}
          kind="chip"
          value={embedFormat}
          choices={formats.map((each) => [each, formatTexts(each).name])}
          onChange={setEmbedFormat}
        />
      )}
      {choice === 'own' && <Template template={template} onChange={setTemplate} />}
      {unknown.length > 0 && (
        <p class="small tone-warn" role="status">
          {t('files.copy.unknown', { names: format.list(unknown.map((name) => `{${name}}`)) })}
        </p>
      )}
      {choice !== 'embed' && (
        <RadioGroup
          class="copy-scope"
          label={t('files.copy.which')}
          kind="segment"
          value={isPlayer}
          choices={[
            [false, t('files.link.download')],
            [true, t('files.link.player')],
          ]}
          onChange={setPlayer}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="copy-preview grow pad-2 raised" aria-label={t('files.copy.preview')} tabIndex={0}>
        <pre class="small" dir="ltr">
          {isReady ? preview : ''}
        </pre>
        {targets.length > maxPreviewed && (
          <p class="copy-more">{plural('files.copy.rest', targets.length - maxPreviewed)}</p>
        )}
      </section>
      {!isReady && <Notice tone="info" text={t('files.copy.reading')} />}
      <div class="dialog-buttons">
        <Button
          disabled={!isReady}
          onClick={() => {
            remember();
            const text = write(targets.map(copied));
            downloadText(
              fileName('links', now(), copyFormat?.extension ?? embedExtension(embedFormat)),
              choice === 'csv' ? markUtf8(text) : text,
            );
            feedback.show({ tone: 'good', text: plural('files.copy.saved', targets.length) });
            onClose();
          }}
        >
          {t('files.copy.save')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!isReady}
          onClick={() => {
            remember();
            onClose();
            const name =
              choice === 'own'
                ? t('files.copy.template')
                : choice === 'embed'
                  ? formatTexts(embedFormat).name
                  : t(`files.copy.${choice}`);
            const success = plural('files.copy.copied', targets.length, { format: name });
            void copyText(write(targets.map(copied)), files, success);
          }}
        >
          {plural('files.copyLinks', targets.length)}
        </Button>
      </div>
    </Dialog>
  );
}

function Template({ template, onChange }: { template: string; onChange: (template: string) => void }) {
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <div class="stack gap-1">
      <textarea
        ref={input}
        class="copy-template-text pad-2 control-frame"
        rows={2}
        dir="ltr"
        spellcheck={false}
        aria-label={t('files.copy.template')}
        value={template}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <Placeholders
        label={t('files.copy.names')}
        names={placeholders}
        findField={() => input.current}
        onChange={onChange}
      />
    </div>
  );
}

function copiedFile(
  { snapshot, account, capabilities }: FilesContext,
  target: FileTarget,
  addresses: FileAddresses | null,
  isPlayer: boolean,
): CopiedFile {
  const file = target.fileId === null ? target.found : snapshot.file(target.fileId);
  const { download, player } = getPages({ account }, target, addresses ?? undefined);
  const embed = player ?? download ?? '';
  return {
    title: titleOf(target),
    url: isPlayer ? embed : (addresses?.download ?? target.found?.download ?? embed),
    embed,
    code: target.fileCode,
    image: capabilities.playerOptions.poster ? (addresses?.image ?? target.found?.image ?? null) : null,
    folder: getFolderName(snapshot, target.folderId),
    length: file?.length ?? null,
    size: file?.size ?? null,
    views: file?.views ?? null,
    uploaded: file?.uploaded == null ? null : momentText(file.uploaded),
  };
}

/** `YYYY-MM-DD HH:MM:SS`, like the service. */
const momentText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** For all files, in order. Null until read. */
function useAllAddresses(
  { addresses }: FilesContext,
  targets: readonly FileTarget[],
): readonly (FileAddresses | null)[] | null {
  const { answer } = useAnswer(async () => {
    const fileIds = targets.flatMap(({ fileId }) => fileId ?? []);
    const read = await addresses(fileIds).catch((error) => {
      // Player addresses don't need the catalog.
      console.error('Reading addresses from the catalog failed', error);
      return [];
    });
    const found = new Map(fileIds.map((fileId, at) => [fileId, read[at]]));
    return targets.map(({ fileId }) => found.get(fileId ?? Number.NaN) ?? null);
  }, [addresses, targets]);
  return answer;
}

/** Stored as the choice, then the embed format. */
const readChoice = (stored: string | undefined): Choice =>
  choices.find((each) => each === stored?.split(' ')[0]) ?? 'addresses';

const readEmbedFormat = (formats: readonly EmbedFormat[], stored: string | undefined): EmbedFormat =>
  formats.find((each) => each === stored?.split(' ')[1]) ?? 'responsive-iframe';
