import type { ComponentChildren } from 'preact';
import './field.css';

interface SettingRowProps {
  readonly title?: string;
  readonly hint?: string | undefined;
  /** The title labels the control, and `<id>-hint` describes it. */
  readonly controlId?: string;
  readonly children: ComponentChildren;
}

export function SettingRow({ title, hint, controlId, children }: SettingRowProps) {
  return (
    <div class="setting-row row wrap gap-4">
      <div>
        {title !== undefined &&
          (controlId === undefined ? <p>{title}</p> : <label for={controlId}>{title}</label>)}
        {hint !== undefined && (
          <p id={controlId && `${controlId}-hint`} class="small tone-quiet">
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
