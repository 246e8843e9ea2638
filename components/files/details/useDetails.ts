import { useAnswer } from '../../hooks/useAnswer.ts';
import { useOnRecovery, usePageApi } from '../../page-api.ts';

/** Avoids requests while the cursor moves along the list. */
const debounceMs = 120;

export function useDetails(accountId: string, fileCode: string) {
  const { send } = usePageApi();
  const details = useAnswer(
    async (isCurrent, by) => {
      if (by === 'changed') await new Promise((resolve) => setTimeout(resolve, debounceMs));
      return isCurrent() ? send('files.details', { accountId, fileCode }) : null;
    },
    [accountId, fileCode],
  );
  useOnRecovery(() => details.problem && details.ask('opened'));
  return details;
}
