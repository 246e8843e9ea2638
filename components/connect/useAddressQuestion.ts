import { useState } from 'preact/hooks';
import { questionAbout } from './wording.ts';

/** Asks whether the key may be sent to a doubtful address. Submitting the same address again confirms it. */
export function useAddressQuestion(address: string, button: string) {
  const [asked, setAsked] = useState<{
    readonly address: string;
    readonly about: 'address' | 'service';
  } | null>(null);
  return {
    /**
     * Call this for each submit.
     *
     * @param baseUrl undefined: the address can't be used or is the account's own
     * @returns `isInsisting`: the user confirmed an address without an API
     */
    ask(baseUrl: string | undefined): { readonly question: string | null; readonly isInsisting: boolean } {
      const answered = asked?.address === address ? asked.about : null;
      setAsked({ address, about: answered ?? 'address' });
      return {
        question: baseUrl === undefined || answered !== null ? null : questionAbout(baseUrl, button),
        isInsisting: answered === 'service',
      };
    },
    /** The next submit confirms an address without an API. */
    askAboutService: () => setAsked({ address, about: 'service' }),
  };
}
