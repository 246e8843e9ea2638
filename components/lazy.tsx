/** Components whose code is loaded when they first render, outside a page's first load. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyComponent<P> {
  (props: P): JSX.Element | null;
  /** Loads the code before the first render. The component throws a failure when it renders. */
  preload(): Promise<void>;
}

type PropsOf<Component> = Component extends (props: infer P) => unknown ? P & object : never;

/**
 * Call this at the top level of a module, because each call creates another component.
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
        // Thrown while rendering, so that an error boundary and the console see it.
        setFault,
      );
    }, []);
    if (fault !== null) throw fault;
    return Inner && <Inner {...props} />;
  };
  return Object.assign(Lazy, { preload: () => loadOnce().then(noResult, noResult) }) as LazyComponent<P>;
}

/** A hook for a module that is loaded on demand. Null until then. Call this at the top level of a module. */
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
