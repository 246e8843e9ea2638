/** Said on an account for as long as its key travels unencrypted. */
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { isUnencrypted } from './address.ts';
import './unencrypted-warning.css';

export const UnencryptedWarning = ({ address }: { readonly address: string }) =>
  isUnencrypted(address) && (
    <p class="unencrypted-warning">
      <Icon name="warning" />
      {t('connect.unencryptedAccount')}
    </p>
  );
