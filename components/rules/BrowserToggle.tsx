import { Toggle } from '../field/Field.tsx';
import { joinSentences, t } from '../text.ts';

interface BrowserToggleProps {
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function BrowserToggle(props: BrowserToggleProps) {
  const containers = import.meta.env.FIREFOX ? t('source.containers') : null;
  return (
    <Toggle
      label={t('uploads.throughBrowser')}
      hint={joinSentences([t('source.sessionHint'), containers])}
      {...props}
    />
  );
}
