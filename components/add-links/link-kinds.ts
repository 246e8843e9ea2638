import type { LinkKind } from '../../lib/links/link-kind.ts';
import type { IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';

export const kindName = (kind: LinkKind): string => t(`collect.kind.${kind}`);

export const kindIcon = (kind: LinkKind): IconName => (kind === 'playlist' ? 'links' : kind);
