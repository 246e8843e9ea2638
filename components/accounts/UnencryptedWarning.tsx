/** Said on an account for as long as its key travels unencrypted. */

import { isUnencrypted } from '../connect/typed-address.ts';
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';

export const UnencryptedWarning = ({ address }: { readonly address: string }) =>
  isUnencrypted(address) && (
    <p class="flex gap-1 tone-warn">
      <Icon name="warning" class="line-icon" />
      {t('connect.unencryptedAccount')}
    </p>
  );
