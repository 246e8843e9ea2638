import { useEffect, useState } from 'preact/hooks';

/**
 * Asks on mount and when the inputs change. Null at first. The last response stays until the next one.
 *
 * @param ask undefined: there is nothing to ask. `isCurrent`: the response isn't outdated yet
 */
export function useResponse<Value>(
  ask: (isCurrent: () => boolean) => Promise<Value> | undefined,
  inputs: readonly unknown[],
): Value | null {
  const [response, setResponse] = useState<Value | null>(null);
  useEffect(() => {
    let isCurrent = true;
    ask(() => isCurrent)?.then(
      (value) => isCurrent && setResponse(value),
      (error) => console.error('A view could not be completed.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return response;
}
