/** The integrity hash in CDN code matches the script that this checkout builds. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { buildPlayerScript } from '../../scripts/build-player-script.ts';
import { RELEASE } from '../../widget/src/embed-code/script-release.ts';

it('release.ts has version and hash of the script; `npm run build -w widget` writes it', async () => {
  const hash = createHash('sha384')
    .update(await buildPlayerScript())
    .digest('base64');
  const { version } = JSON.parse(await readFile('widget/package.json', 'utf8')) as { version: string };
  expect(RELEASE).toEqual({ version, integrity: `sha384-${hash}` });
});
