/**
 * `<script src="auto.js" data-hosts="https://host.example">`: turns links to files of these hosts that stand alone in their
 * paragraph into players, also those that come later. For websites whose editor allows no elements.
 *
 * `innerText` has a line for each line of text that is seen, whatever elements it is made of.
 */
import './element.ts';
import { parseEmbedUrl } from './embed-url.ts';

const { hosts = '', allowHttp } = document.querySelector<HTMLElement>('script[data-hosts]')?.dataset ?? {};
const rules = { allowHttp: allowHttp != null };

/** Whether a link is the only text of a line in a paragraph, or in what serves as one. */
function standsAlone(text: string, block: HTMLElement | null): boolean {
  if (!block) return false;
  const { display } = getComputedStyle(block);
  return display === 'inline'
    ? standsAlone(text, block.parentElement)
    : /block|item|cell/.test(display) &&
        // biome-ignore lint/performance/useDomNodeTextContent: see above
        block.innerText.split('\n').some((line) => line.trim() === text);
}

function createPlayers(): void {
  // A line may not have been parsed to its end.
  if (document.readyState !== 'loading')
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      'a:not(linkhaul-player *,nav *,h1 *,h2 *,h3 *,[contenteditable] *)',
    ))
      try {
        const { baseUrl } = parseEmbedUrl(link.href, rules);
        if (
          hosts.split(/\/*\s+|\/*$/).includes(baseUrl) &&
          // biome-ignore lint/performance/useDomNodeTextContent: see above
          standsAlone(link.innerText.trim(), link.parentElement)
        ) {
          const player = Object.assign(document.createElement('linkhaul-player'), rules);
          link.before(player);
          player.append(link);
        }
      } catch {
        // Another link.
      }
}

// In browsers that are too old for the element no link is an embed address.
new MutationObserver(createPlayers).observe(document, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', createPlayers);
createPlayers();
