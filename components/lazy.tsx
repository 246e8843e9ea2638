/** A component whose code is loaded when it is first drawn, so that a page's first sight does not wait for it. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** `load` must be one and the same function each time, so call this at the top level of a module. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => JSX.Element | null {
  let loaded: ComponentType<P> | null = null;
  return (props) => {
    const [Inner, setInner] = useState(() => loaded);
    const [fault, setFault] = useState<unknown>(null);
    useEffect(() => {
      if (Inner !== null) return;
      load().then(
        (component) => {
          loaded = component;
          setInner(() => component);
        },
        // Thrown while drawing, where it is seen, instead of vanishing in a promise.
        (error) => setFault(error ?? new Error('A part of the page could not be loaded.')),
      );
    }, []);
    if (fault !== null) throw fault;
    return Inner && <Inner {...props} />;
  };
}
