import { Suspense, use, useEffect, useState } from 'react';
import type { State } from '../state.ts';

/** The browser keeps the server-rendered HTML until the page calls `goOn`. */
const { promise, resolve } = Promise.withResolvers<void>();
if (globalThis.document) Reflect.set(globalThis, 'goOn', resolve);

function Late({ href, title }: { href: string; title: string }) {
  if (globalThis.document) use(promise);
  return <a href={href}>{title}</a>;
}

export function App({ initial }: { initial: State }) {
  const [{ solo, items, words, late }, setState] = useState(initial);
  useEffect(() => void Reflect.set(globalThis, 'show', setState), []);
  return (
    <main>
      <div>{solo && <a href={solo.href}>{solo.title}</a>}</div>
      <ul>
        {items.map(({ href, title }) => (
          <li key={title}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
      <section>
        {items.map(({ href, title }) => (
          <a key={title} href={href} style={{ display: 'block' }}>
            {title}
          </a>
        ))}
        {words}
      </section>
      {late && (
        <Suspense>
          <Late {...late} />
        </Suspense>
      )}
    </main>
  );
}
