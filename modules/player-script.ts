/** Packs the player's script and the one for moved hosts, which the embed builder offers to save. */
import { defineWxtModule } from 'wxt/modules';
import { buildPlayerScript } from '../scripts/build-player-script.ts';

export default defineWxtModule((wxt) => {
  wxt.hook('build:publicAssets', async (_, files) => {
    files.push(
      { relativeDest: 'linkhaul-player.js', contents: await buildPlayerScript() },
      { relativeDest: 'linkhaul-player-extras.js', contents: await buildPlayerScript('extras') },
    );
  });
});
