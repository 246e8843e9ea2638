/** The player at an address that the service gave, begun at once. */
import { FilePlayer } from './FilePlayer.tsx';
import { readPlayer } from './read-player.ts';

interface AddressPlayerProps {
  readonly address: string;
  readonly fileCode: string;
  readonly title: string;
  readonly poster?: string;
}

/** Nothing for an address that can't be embedded. */
export function AddressPlayer({ address, ...file }: AddressPlayerProps) {
  const player = readPlayer(address);
  return player && <FilePlayer {...file} {...player} isActive />;
}
