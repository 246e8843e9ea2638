import type { Format } from './embed.ts';

/** JSX for React 19, Preact and Solid. Values are JavaScript strings in braces, which JSX does not parse. */
export const react: Format = ({ url, title, needsHttp }) =>
  `import 'linkhaul-player/element';

<linkhaul-player${needsHttp ? ' allow-http' : ''}>
  <a href={${JSON.stringify(url)}}>{${JSON.stringify(title)}}</a>
</linkhaul-player>`;
