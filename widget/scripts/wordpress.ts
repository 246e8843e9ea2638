/** Puts the WordPress plugin with its script into `dist/wordpress/linkhaul-player`, the folder that a website installs. */
import { copyFile, cp } from 'node:fs/promises';

const plugin = new URL('../dist/wordpress/linkhaul-player/', import.meta.url);
await cp(new URL('../wordpress/', import.meta.url), plugin, { recursive: true });
await copyFile(new URL('../dist/linkhaul-player.js', import.meta.url), new URL('linkhaul-player.js', plugin));
