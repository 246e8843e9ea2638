import { readPlayer } from '../read-player.ts';
import { FilePlayer } from './FilePlayer.tsx';

interface AddressPlayerProps {
  readonly address: string;
  readonly fileCode: string;
  readonly title: string;
  readonly poster?: string;
}

export function AddressPlayer({ address, ...file }: AddressPlayerProps) {
  const player = readPlayer(address);
  return player && <FilePlayer {...file} {...player} isActive />;
}
