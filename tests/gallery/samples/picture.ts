/** A picture for each name, to distinguish the gallery's files. */
import { createHash } from 'node:crypto';

/** @returns an SVG of 320 by 180 */
export function drawLandscape(name: string): string {
  const [hue = 0, light = 0, sunX = 0, sunY = 0, ...heights] = createHash('sha1').update(name).digest();
  const sky = (hue / 256) * 360;
  const isNight = light < 90;
  const ridges = [0, 1, 2].map((row) => {
    const points = heights.slice(row * 5, row * 5 + 5).map((height, at) => {
      const y = 85 + row * 28 + (height / 256) * 40;
      return `${at * 80},${y.toFixed(0)}`;
    });
    const shade = isNight ? 22 - row * 6 : 52 - row * 12;
    return `<polygon points="0,180 ${points.join(' ')} 320,180" fill="hsl(${sky + 30} 30% ${shade}%)"/>`;
  });
  const [top, bottom] = isNight ? [12, 34] : [62, 88];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180">
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${sky} 45% ${top}%)"/><stop offset="1" stop-color="hsl(${sky + 40} 60% ${bottom}%)"/></linearGradient>
<rect width="320" height="180" fill="url(#sky)"/>
<circle cx="${40 + (sunX / 256) * 240}" cy="${30 + (sunY / 256) * 50}" r="${isNight ? 9 : 16}" fill="hsl(50 90% 92%)"/>
${ridges.join('\n')}
</svg>`;
}
