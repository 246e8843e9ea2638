/**
 * What `fetch` can't set or show: the referrer of a request, set by a session rule, and the target of a redirect, seen by an observer. Both
 * are for one request of this extension to one exact address, and end with the head of its response.
 *
 * `lib/source-requests`: this file, for the background only.
 */
import { type Browser, browser } from 'wxt/browser';
import { toHostPattern } from '../accounts/account.ts';
import type { BrowserPorts } from '../background/ports.ts';
import type { Redirect } from '../uploads/redirects.ts';

interface Expected {
  readonly url: string;
  readonly redirect: Promise<Redirect | null>;
  readonly end: () => Promise<unknown>;
}

/** `originUrl` is Firefox's. `redirectUrl` is set if the browser itself redirects, for example to https. */
interface Head {
  readonly requestId: string;
  readonly url: string;
  readonly statusCode: number;
  readonly initiator?: string | undefined;
  readonly originUrl?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly responseHeaders?: Browser.webRequest.HttpHeader[] | undefined;
}

/** The browser reports a redirect before the fetch sees it. */
const redirectTimeoutMs = 1_000;

/** If a worker ends while it observes, every request of the site's pages wakes the next one. */
const keepAwakeMs = 20_000;
/** A site that doesn't respond is given up within a minute (`fetch-pace.ts`), unless its sender has crashed. */
const lookTimeoutMs = 120_000;

const resourceTypes = ['xmlhttprequest' as const];

/** Characters with a meaning in a rule's filter. */
const wildcard = /[*^|]/u;

export function createSourceRequests(): BrowserPorts['sourceRequests'] {
  const { declarativeNetRequest: rules, runtime } = browser;
  const { host, origin } = new URL(runtime.getURL('/'));
  const expected = new Map<string, Expected>();
  let nextRuleId = 1;
  /** By request, because two uploads may have the same address. */
  const seen = new Set<string>();
  let changed: Promise<unknown> = removeOldRules().catch(() => {});

  /** Rules outlive the worker that set them. */
  async function removeOldRules(): Promise<void> {
    const left = await rules.getSessionRules();
    await rules.updateSessionRules({ removeRuleIds: left.map(({ id }) => id) });
  }

  function changeRules(change: Browser.declarativeNetRequest.UpdateRuleOptions): Promise<unknown> {
    const result = changed.then(() => rules.updateSessionRules(change));
    changed = result.catch(() => {});
    return result;
  }

  async function setReferrer(id: number, url: string, referrer: string | null): Promise<void> {
    if (referrer === null || wildcard.test(url)) return;
    const requestHeaders = [{ header: 'referer', operation: 'set' as const, value: referrer }];
    const condition = {
      urlFilter: `|${url}|`,
      isUrlFilterCaseSensitive: true,
      initiatorDomains: [host],
      requestMethods: ['get' as const],
      resourceTypes,
    };
    await changeRules({
      addRules: [{ id, action: { type: 'modifyHeaders' as const, requestHeaders }, condition }],
    });
  }

  async function forget(uploadId: string): Promise<void> {
    const last = expected.get(uploadId);
    expected.delete(uploadId);
    if (expected.size === 0) seen.clear();
    await last?.end();
  }

  return {
    async expect(uploadId, url, referrer) {
      await forget(uploadId);
      const ruleId = nextRuleId++;
      const { promise: redirect, resolve } = Promise.withResolvers<Redirect | null>();
      const look = (head: Head): void => {
        const isOurs = head.initiator === origin || head.originUrl?.startsWith(`${origin}/`);
        if (!isOurs || head.url !== url || seen.has(head.requestId)) return;
        seen.add(head.requestId);
        resolve(readRedirect(head));
        void end();
      };
      const stopLooking = startLooking(url, look);
      const keepAwake = setInterval(() => void runtime.getPlatformInfo(), keepAwakeMs);
      const timeout = setTimeout(end, lookTimeoutMs);
      function end(): Promise<unknown> {
        clearInterval(keepAwake);
        clearTimeout(timeout);
        stopLooking();
        resolve(null);
        return changeRules({ removeRuleIds: [ruleId] });
      }
      expected.set(uploadId, { url, redirect, end });
      await setReferrer(ruleId, url, referrer);
    },
    async findRedirect(uploadId, url) {
      const each = expected.get(uploadId);
      if (each?.url !== url) return null;
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, redirectTimeoutMs, null));
      return Promise.race([each.redirect, timeout]);
    },
    list: () => [...expected.keys()],
    forget,
  };
}

/** @returns a function that stops observing */
function startLooking(url: string, look: (head: Head) => void): () => void {
  // Safari lacks these events, so no redirect is followed there.
  const { onHeadersReceived, onBeforeRedirect } = browser.webRequest ?? {};
  const onHead = (head: Head): undefined => void look(head);
  const filter = { urls: [toHostPattern(url)], types: resourceTypes };
  onHeadersReceived?.addListener(onHead, filter, ['responseHeaders']);
  onBeforeRedirect?.addListener(onHead, filter);
  return () => {
    onHeadersReceived?.removeListener(onHead);
    onBeforeRedirect?.removeListener(onHead);
  };
}

function readRedirect({ statusCode: status, redirectUrl, responseHeaders = [] }: Head): Redirect {
  const named = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
  return { status, location: redirectUrl ?? named ?? null };
}
