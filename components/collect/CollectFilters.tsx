import { readHosts } from '../../lib/links/address-title.ts';
import type { LinkSource } from '../../lib/links/collected-link.ts';
import { kindIcon, kindName } from '../add-links/link-kinds.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { format, t } from '../text.ts';
import { type Facet, type Filtered, isFiltering, type LinkFilter, noFilter } from './link-filter.ts';

interface CollectFiltersProps {
  readonly filter: LinkFilter;
  readonly found: Filtered;
  readonly onChange: (filter: LinkFilter) => void;
}

export const sourceName = (source: LinkSource): string => t(`collect.source.${source}`);

export function CollectFilters({ filter, found, onChange }: CollectFiltersProps) {
  return (
    <aside class="collect-filters column gap-4 pad-4">
      <Field
        label={t('collect.search')}
        kind="search"
        value={filter.text}
        autoFocus
        hint={t(found.isClosest ? 'files.closest' : 'collect.searchHint')}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <Facets
        title={t('collect.kinds')}
        facets={found.kinds}
        chosen={filter.kinds}
        nameOf={kindName}
        iconOf={kindIcon}
        onChange={(kinds) => onChange({ ...filter, kinds })}
      />
      <Facets
        title={t('collect.sources')}
        facets={found.sources}
        chosen={filter.sources}
        nameOf={sourceName}
        onChange={(sources) => onChange({ ...filter, sources })}
      />
      <Facets
        title={t('collect.hosts')}
        facets={found.hosts}
        chosen={filter.hosts}
        nameOf={readHosts}
        onChange={(hosts) => onChange({ ...filter, hosts })}
      />
      {isFiltering(filter) && <Button onClick={() => onChange(noFilter)}>{t('collect.clear')}</Button>}
    </aside>
  );
}

interface FacetsProps<T extends string> {
  readonly title: string;
  readonly facets: readonly Facet<T>[];
  readonly chosen: ReadonlySet<T>;
  readonly nameOf: (value: T) => string;
  readonly iconOf?: (value: T) => IconName;
  readonly onChange: (chosen: ReadonlySet<T>) => void;
}

function Facets<T extends string>({ title, facets, chosen, nameOf, iconOf, onChange }: FacetsProps<T>) {
  if (facets.length < 2) return null;
  return (
    <fieldset>
      <legend class="facets-title strong">{title}</legend>
      <div class="facets stack gap-0">
        {facets.map(({ value, count }) => (
          <label key={value} class={`facet row hover${count === 0 ? ' tone-quiet numbers' : ''}`}>
            <input
              class="check"
              type="checkbox"
              checked={chosen.has(value)}
              onChange={() => onChange(chosen.symmetricDifference(new Set([value])))}
            />
            {iconOf && <Icon name={iconOf(value)} class="tone-quiet" />}
            <span class="grow one-line" dir="auto" title={nameOf(value)}>
              {nameOf(value)}
            </span>
            <span class="note">{format.number(count)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
