import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux keeps this folder in memory. Services and databases of tests sync their files, which makes a disk wait. */
const memoryFolder = '/dev/shm';

/** For TMPDIR. */
export const temporaryFolder = (): string => (hasMemoryFolder() ? memoryFolder : tmpdir());

function hasMemoryFolder(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    // Containers often have 64 MB.
    return bavail * bsize > 2e9;
  } catch {
    return false;
  }
}
