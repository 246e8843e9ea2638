/**
 * `<script src="auto.js" data-hosts="https://host.example">`: turns links to files of these hosts that stand alone in their
 * paragraph into players, also those that come later. For websites whose editor allows no elements.
 */
import { createElement } from './create-element.ts';
import './element.ts';
import { readEmbedUrl } from './embed-url.ts';

const { hosts = '', allowHttp } = document.querySelector<HTMLElement>('script[data-hosts]')?.dataset ?? {};
const rules = { allowHttp: allowHttp != null };

const known = new WeakSet();

/** The address of the service, also of players of other forms (`player-form.ts`). @throws {EmbedError} */
const readBase = (href: string): string =>
  readEmbedUrl(href.replace(/\/(v\/|embed[/-])(?=[^/?#]+\/*([?#]|$))/, '/e/'), rules).baseUrl;

/** Whether a link is the only text of a line in a paragraph, or in what serves as one. */
function standsAlone(link: HTMLElement, block: HTMLElement): boolean {
  const { display } = getComputedStyle(block);
  // Hidden text has no lines but those of its source.
  const isSeen = block.checkVisibility({ visibilityProperty: true });
  const read = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: it has the lines that are seen, whatever elements they are made of
    (isSeen ? element.innerText : element.textContent.replaceAll('\n', ' ')).trim();
  return /inline$|-block|con/.test(display)
    ? standsAlone(link, block.parentElement as HTMLElement)
    : /block|item|cell|flow/.test(display) &&
        read(block)
          .split(/\s*\n\s*/)
          .includes(read(link));
}

function createPlayers(): void {
  const found: HTMLElement[] = [];
  // A line may not have been parsed to its end.
  if (document.readyState !== 'loading')
    for (const link of document.links)
      if (!known.has(link))
        try {
          known.add(link);
          if (
            hosts.split(/\/*[\s,]+|\/*$/).includes(readBase(link.href)) &&
            !link.closest('linkhaul-player,nav,h1,h2,h3,h4,h5,h6,pre,code,[contenteditable]') &&
            standsAlone(link, link.parentElement as HTMLElement)
          )
            found.push(link);
        } catch {
          // Another link.
        }
  // When all have been looked at: a change costs the layout, which the next look would need again.
  for (const link of found) {
    const player = createElement('linkhaul-player', rules);
    link.before(player);
    player.append(link);
  }
}

// In browsers that are too old for the element no link is an embed address.
new MutationObserver(createPlayers).observe(document, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', createPlayers);
createPlayers();
