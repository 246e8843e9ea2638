/** What Linkhaul stores and sends, with the amounts in this browser. */
import { useEffect, useState } from 'preact/hooks';
import { readFigures, type StoredFigures } from '#page/stored-figures.ts';
import { type StoredKind, storedData } from '../../lib/storage/stored-data.ts';
import { format, type PlainKey, plural, t } from '../text.ts';
import './settings.css';

interface Row {
  readonly what: PlainKey;
  readonly removed: PlainKey;
  readonly figure?: (figures: StoredFigures) => string;
}

const rows: Readonly<Record<StoredKind, Row>> = {
  accounts: {
    what: 'stored.accounts',
    removed: 'stored.withAccount',
    figure: ({ accounts }) => plural('stored.accountCount', accounts),
  },
  keys: { what: 'stored.keys', removed: 'stored.withAccount' },
  settings: { what: 'stored.settings', removed: 'stored.withLinkhaul' },
  folders: { what: 'stored.folders', removed: 'stored.withAccount' },
  uploads: {
    what: 'stored.uploads',
    removed: 'stored.uploadsRemoved',
    figure: ({ uploads, events }) =>
      format.list([plural('stored.uploadCount', uploads), plural('stored.eventCount', events)]),
  },
  fetched: { what: 'stored.fetched', removed: 'stored.withAccount' },
  files: {
    what: 'stored.files',
    removed: 'stored.withAccount',
    figure: ({ files }) => plural('stored.fileCount', files),
  },
  jobs: { what: 'stored.jobs', removed: 'stored.withAccount' },
  takedowns: { what: 'stored.takedowns', removed: 'stored.withAccount' },
  memory: { what: 'stored.memory', removed: 'stored.withBrowser' },
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
  const [figures, setFigures] = useState<StoredFigures | null>(null);
  useEffect(() => {
    // The list works without amounts.
    readFigures().then(setFigures, (error) => console.error('Counting what is stored failed', error));
  }, []);
  return (
    <>
      <h3>{t('stored.storedTitle')}</h3>
      <ul class="framed divided">
        {(Object.keys(storedData) as StoredKind[]).map((kind) => {
          const { what, removed, figure } = rows[kind];
          return (
            <li key={kind} class="inset">
              <p>{t(what)}</p>
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
