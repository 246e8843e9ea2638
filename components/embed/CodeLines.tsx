import { CopyButton } from './CopyButton.tsx';
import './embed.css';

export function Lines({ name, why, text }: { name: string; why: string; text: string }) {
  return (
    <>
      <div class="embed-format-head flow">
        <p class="embed-policy">
          <strong>{name}</strong> <span class="tone-quiet">{why}</span>
        </p>
        <CopyButton text={text} name={name} />
      </div>
      <Code text={text} />
    </>
  );
}

export function Code({ text }: { text: string }) {
  return (
    <pre class="embed-code pad-3 break-anywhere framed" dir="ltr">
      <code>{text}</code>
    </pre>
  );
}
