/** Pasted links with checkboxes, so that none is uploaded unseen. */
import { readableAddress, readHosts } from '../../lib/links/address-title.ts';
import '../../lib/links/readable-host.ts';
import { getLinkKind } from '../../lib/links/link-kind.ts';
import { Icon } from '../icons/Icon.tsx';
import { useBatches } from '../list/useGrid.tsx';
import { format, joinFacts, plural, t } from '../text.ts';
import { kindIcon, kindName } from './link-kinds.ts';
import { isTicked } from './links-input.ts';
import type { LinksFormState } from './useLinksForm.ts';
import '../field/field.css';
import './pasted-links.css';

/** Beyond these rows, only doubtful links are shown. */
const maxRows = 200;

const doubtKeys = { unsubscribe: 'send.doubt.unsubscribe', cut: 'send.doubt.cut' } as const;

/** The path in two parts. The second is never cut, because links of a list often differ only there. */
function splitPath(url: string, host: string): [string, string] {
  const path = readableAddress(url.slice(url.indexOf(host) + host.length));
  const at = path.search(/\/[^/?#]*\/?(?:[?#].*)?$/);
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
}

export function PastedLinks({ parsed, input, change }: LinksFormState) {
  const { links, doubts } = parsed;
  const rows = links.filter(({ url }, at) => at < maxRows || doubts.has(url));
  const more = links.length - rows.length;
  const { shown, sentinel } = useBatches(rows.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="pasted-links framed" aria-label={t('manager.preview')} tabIndex={0}>
      <ul class="divided">
        {rows.slice(0, shown).map((link) => {
          const { url, line, times } = link;
          const { host } = new URL(url);
          const [path, name] = splitPath(url, host);
          const kind = getLinkKind(url);
          const doubt = doubts.get(url);
          const facts = [
            times > 1 && plural('manager.times', times),
            doubt !== undefined && t(doubtKeys[doubt]),
            t('manager.line', { line: format.number(line) }),
          ];
          return (
            <li key={url}>
              <label class="pasted-link flex gap-2">
                <input
                  class="check"
                  type="checkbox"
                  checked={isTicked(link, parsed, input)}
                  onChange={(event) =>
                    change({ ticks: { ...input.ticks, [url]: event.currentTarget.checked } })
                  }
                />
                <Icon name={kindIcon(kind)} class="tone-quiet" />
                <span class="visually-hidden">{kindName(kind)}</span>
                <span class="grow stack gap-0">
                  {input.titles?.[url] && (
                    <span class="medium one-line" dir="auto">
                      {input.titles[url]}
                    </span>
                  )}
                  <span class="url flex" dir="ltr" title={url}>
                    <span class="one-line">
                      <b>{readHosts(host)}</b>
                      {path}
                    </span>
                    <span class="pasted-name one-line">{name}</span>
                  </span>
                </span>
                <span class={doubt ? 'note tone-warn' : 'note'}>{joinFacts(facts)}</span>
              </label>
            </li>
          );
        })}
      </ul>
      {sentinel}
      {more > 0 && <p class="pasted-link note">{plural('send.moreLinks', more)}</p>}
    </section>
  );
}
