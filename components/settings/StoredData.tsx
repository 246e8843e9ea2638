/** What Linkhaul stores and sends, with the amounts in this browser. */
import { readFigures, type StoredFigures } from '#page/stored-figures.ts';
import { type StoredKind, storedData } from '../../lib/storage/stored-data.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { format, type PlainKey, plural, t } from '../text.ts';
import './settings.css';

interface Row {
  readonly removed: PlainKey;
  readonly figure?: (figures: StoredFigures) => string;
}

const rows: Readonly<Record<StoredKind, Row>> = {
  accounts: {
    removed: 'stored.withAccount',
    figure: ({ accounts }) => plural('stored.accountCount', accounts),
  },
  keys: { removed: 'stored.withAccount' },
  settings: { removed: 'stored.withLinkhaul' },
  folders: { removed: 'stored.withAccount' },
  uploads: {
    removed: 'stored.uploadsRemoved',
    figure: ({ uploads, events }) =>
      format.list([plural('stored.uploadCount', uploads), plural('stored.eventCount', events)]),
  },
  fetched: { removed: 'stored.withAccount' },
  files: { removed: 'stored.withAccount', figure: ({ files }) => plural('stored.fileCount', files) },
  jobs: { removed: 'stored.withAccount' },
  takedowns: { removed: 'stored.withAccount' },
  memory: { removed: 'stored.withBrowser' },
};

const sent: readonly PlainKey[] = [
  'stored.sentRequests',
  'stored.sentLinks',
  'stored.sentFiles',
  'stored.sentSources',
  'stored.sentPictures',
  'stored.sentSubtitles',
  'stored.sentPlayer',
];

const neverSent: readonly PlainKey[] = ['stored.neverPages', 'stored.neverUs', 'stored.neverKey'];

export function StoredData() {
  // The list works without amounts.
  const { answer: figures } = useAnswer(() => readFigures(), []);
  return (
    <>
      <h3>{t('stored.storedTitle')}</h3>
      <ul class="framed divided">
        {(Object.keys(storedData) as StoredKind[]).map((kind) => {
          const { removed, figure } = rows[kind];
          return (
            <li key={kind} class="inset">
              <p>{t(`stored.${kind}`)}</p>
              <p class="small tone-quiet">
                {figures && figure && `${figure(figures)} · `}
                {t(removed)}
                {kind === 'uploads' && (
                  <>
                    {' '}
                    <a href="/manager.html#activity" target="_blank" rel="noreferrer">
                      {t('popup.activity')}
                      <span class="visually-hidden"> ({t('common.opensTab')})</span>
                    </a>
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {figures?.usedBytes != null && (
        <p class="small tone-quiet">{t('stored.used', { size: format.bytes(figures.usedBytes) })}</p>
      )}
      <h3>{t('stored.sentTitle')}</h3>
      <Sentences keys={sent} />
      <h3>{t('stored.neverTitle')}</h3>
      <Sentences keys={neverSent} />
    </>
  );
}

function Sentences({ keys }: { keys: readonly PlainKey[] }) {
  return (
    <ul class="stored-sentences stack">
      {keys.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  );
}
