/** Components whose code is loaded when they first render. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyComponent<P> {
  (props: P): JSX.Element | null;
  /** A failure is thrown when the component renders. */
  preload(): Promise<void>;
}

type PropsOf<Component> = Component extends (props: infer P) => unknown ? P & object : never;

/**
 * Call this at a module's top level, because each call creates another component.
 *
 * @param name of the module's export
 */
export function lazy<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type P = PropsOf<Module[Name]>;
  let loaded: ComponentType<P> | null = null;
  const loadOnce = async () => {
    loaded ??= (await load())[name] as ComponentType<P>;
    return loaded;
  };
  const Lazy = (props: P) => {
    const [Inner, setInner] = useState(() => loaded);
    const [fault, setFault] = useState<unknown>(null);
    useEffect(() => {
      if (Inner !== null) return;
      loadOnce().then(
        (component) => setInner(() => component),
        // Thrown while rendering, for the error boundary and the console.
        setFault,
      );
    }, []);
    if (fault !== null) throw fault;
    return Inner && <Inner {...props} />;
  };
  return Object.assign(Lazy, { preload: () => loadOnce().then(noResult, noResult) }) as LazyComponent<P>;
}

/** Null until loaded. Call this at a module's top level. */
export function createLateModule<Module>(load: () => Promise<Module>) {
  let loaded: Module | null = null;
  return (isNeeded: boolean): Module | null => {
    const [module, setModule] = useState(loaded);
    useEffect(() => {
      if (isNeeded)
        void load().then((found) => {
          loaded = found;
          setModule(found);
        });
    }, [isNeeded]);
    return module;
  };
}

const noResult = () => {};
