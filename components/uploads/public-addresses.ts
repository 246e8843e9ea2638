import type { Account } from '../../lib/accounts/account.ts';

type Host = Pick<Account, 'baseUrl' | 'publicUrl'>;

/** Pages of a file at its service, without a key (docs/http-api.md, "Player page"). */
export const playerAddress = (host: Host, fileCode: string): string => fileAddress(host, fileCode, null);

/** The player's page, or the download page of what the service can't play. */
export const fileAddress = (
  { baseUrl, publicUrl = baseUrl }: Host,
  fileCode: string,
  canPlay: boolean | null,
): string => `${publicUrl}/${canPlay === false ? 'd' : 'e'}/${encodeURIComponent(fileCode)}`;
