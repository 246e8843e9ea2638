/**
 * Adds the icons to the page. Only pages with a last view (`page/last-view.ts`) have them in their HTML (`scripts/icon-sprite.ts`). In every
 * page's HTML they would add four kilobytes to the package.
 */
import { outlines } from '../../components/icons/outlines.ts';

const create = (name: string, attributes: Readonly<Record<string, string>>) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const sprite = create('svg', { class: 'icon-sprite', 'aria-hidden': 'true' });
for (const [name, outline] of Object.entries(outlines)) {
  const symbol = create('symbol', { id: `icon-${name}`, viewBox: '0 0 16 16' });
  symbol.append(create('path', { d: outline }));
  sprite.append(symbol);
}
document.body.prepend(sprite);
