/** Where links go: a table of links, rules, accounts and folders. */
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../lib/accounts/account.ts';
import {
  type DecisionFacts,
  type DecisionRequest,
  decideLinks,
  getTargets,
} from '../../../../lib/background/actions/decide-links.ts';
import { createDefaultRule, type Rule } from '../../../../lib/links/rules.ts';

const account = (id: string): Account => ({ id, baseUrl: `https://${id}.example`, email: null, addedAt: 0 });
const [films, clips, chosen] = ['Films', 'Clips', 'Chosen'].map((name) => ({ id: name[0] ?? '', name }));
if (!films || !clips || !chosen) throw new Error('There are three folders.');
const ofOne = { id: '1', name: 'One’s default' };
const ofTwo = { id: '2', name: 'Two’s default' };

const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  accountId: 'one',
  host: 'site.test',
  kind: null,
  folder: films,
  titlePattern: null,
  isFolderGone: false,
  ...changes,
});
const defaultRule = (also: Rule['also']): Rule => ({
  ...createDefaultRule('one', { also }),
  id: 'default',
  isFolderGone: false,
});

const film = { url: 'https://site.test/film.mp4' };
const other = { url: 'https://else.test/other.mp4' };

function decide(changes: Partial<DecisionRequest> = {}, facts: Partial<DecisionFacts> = {}) {
  const decision = decideLinks(
    { accountId: 'one', links: [film], folder: null, private: false, ...changes },
    {
      accounts: [account('one'), account('two')],
      rules: [],
      defaultFolders: new Map([
        ['one', ofOne],
        ['two', ofTwo],
      ]),
      linkTextAsTitle: true,
      nowMs: 0,
      ...facts,
    },
  );
  /** `one/Films, two/Clips (one/1): title by browser`, with `!` if nobody chose the folder for this link. */
  const describeDraft = ({ title, to }: (typeof decision.drafts)[number]) => {
    const targets = getTargets(to).map(
      (each) => `${each.accountId}/${each.folder.name}${each.isFolderByRule ? '!' : ''}`,
    );
    const fallbacks = to.fallbacks?.map((each) => `${each.accountId}/${each.folder.name}`) ?? [];
    return [
      targets.join(', '),
      fallbacks.length > 0 && `else ${fallbacks.join(', ')}`,
      title && `as ${title}`,
      to.via,
    ]
      .filter(Boolean)
      .join(' ');
  };
  return {
    ...decision,
    added: decision.drafts.map(describeDraft),
    held: decision.heldPrivate.map(describeDraft),
  };
}

describe('where a link goes', () => {
  const copy = { accountId: 'two', folder: clips };
  it.each<[what: string, request: Partial<DecisionRequest>, rules: readonly Rule[], expected: string]>([
    ['no rule', {}, [], 'one/One’s default'],
    ['a rule of its host', {}, [rule()], 'one/Films!'],
    ['a rule of another host', { links: [other] }, [rule()], 'one/One’s default'],
    ['a chosen folder, before the rule', { folder: chosen }, [rule({ also: [copy] })], 'one/Chosen'],
    ['a chosen folder, in two accounts', { folder: chosen, also: [copy] }, [], 'one/Chosen, two/Clips'],
    ['another account’s rule', {}, [rule({ accountId: 'two' })], 'one/One’s default'],
    ['a rule for all accounts', {}, [rule({ accountId: 'two', isForAll: true })], 'two/Films!'],
    [
      'a rule of an account that is gone',
      {},
      [rule({ accountId: 'gone', isForAll: true })],
      'one/One’s default',
    ],
    ['a rule with a copy', {}, [rule({ also: [copy] })], 'one/Films!, two/Clips!'],
    ['a rule with a fallback', {}, [rule({ fallbacks: [copy] })], 'one/Films! else two/Clips'],
    [
      'an account named twice, and one that is gone',
      {},
      [
        rule({
          also: [copy, { ...copy, accountId: 'gone' }],
          fallbacks: [copy, { ...copy, accountId: 'one' }],
        }),
      ],
      'one/Films!, two/Clips!',
    ],
    ['copies of the default folder', {}, [defaultRule([copy])], 'one/One’s default, two/Clips!'],
    ['its rule, not that of the default folder', {}, [rule(), defaultRule([copy])], 'one/Films!'],
    ['a rule whose folder is missing', {}, [rule({ isFolderGone: true })], 'one/One’s default'],
    [
      'a copy whose folder is missing',
      {},
      [rule({ also: [{ ...copy, isFolderGone: true }] })],
      'one/Films!, two/Two’s default!',
    ],
    [
      'a fallback whose folder is missing',
      {},
      [rule({ fallbacks: [{ ...copy, isFolderGone: true }] })],
      'one/Films! else two/Two’s default',
    ],
  ])('%s', (_, request, rules, expected) => {
    expect(decide(request, { rules }).added).toEqual([expected]);
  });

  it('is the same for links that differ in who chose the folder, and the links keep their order', () => {
    const rules = [rule({ folder: ofOne }), rule({ host: 'third.test', folder: films })];
    const third = { url: 'https://third.test/' };
    for (const links of [
      [film, third, other],
      [other, third, film],
    ]) {
      const { drafts, added } = decide({ links }, { rules });
      expect(drafts.map(({ url }) => url)).toEqual(links.map(({ url }) => url));
      expect(added).toEqual(['one/One’s default!', 'one/Films!', 'one/One’s default!']);
      expect(drafts[0]?.to).toBe(drafts[2]?.to);
    }
  });
});

describe('what its title is', () => {
  const link = { ...film, title: 'The text' };
  const titled = [rule({ titlePattern: '{title}!' })];
  it.each<
    [what: string, request: Partial<DecisionRequest>, facts: Partial<DecisionFacts>, title: string | null]
  >([
    ['its text', {}, {}, 'The text'],
    ['nothing, where the setting is off', {}, { linkTextAsTitle: false }, null],
    ['by a rule', {}, { rules: titled }, 'The text!'],
    ['by a rule, also where the setting is off', {}, { rules: titled, linkTextAsTitle: false }, 'The text!'],
    ['its text, in a chosen folder', { folder: chosen }, { rules: titled }, 'The text'],
    ['what was typed', { links: [{ ...link, typedTitle: ' Typed ' }] }, { rules: titled }, 'Typed'],
  ])('%s', (_, request, facts, title) => {
    expect(decide({ links: [link], ...request }, facts).drafts.map((each) => each.title)).toEqual([title]);
  });
});

describe('who fetches it, and whether it is blocked', () => {
  const rules = [rule({ via: 'browser' })];
  const anyway = (id: string) => id === 'one';
  it.each<
    [what: string, request: Partial<DecisionRequest>, added: readonly string[], held: readonly string[]]
  >([
    ['by a rule', {}, ['one/Films! browser'], []],
    ['by a rule, in a chosen folder', { folder: chosen }, ['one/Chosen browser'], []],
    ['as the user says', { via: 'service' }, ['one/Films!'], []],
    ['by a rule, from a private window', { private: true }, [], ['one/Films!']],
    [
      'as the user says, from a private window',
      { private: true, via: 'browser' },
      ['one/Films! browser'],
      [],
    ],
    ['the service, from a private window', { private: true, via: 'service' }, ['one/Films!'], []],
    ['held back, and sent anyway', { private: true, anyway: true }, ['one/Films!'], []],
    ['held back, and sent anyway to this account', { private: true, anyway }, ['one/Films!'], []],
    ['sent anyway to another account', { private: true, anyway: (id) => id === 'two' }, [], ['one/Films!']],
    ['without a rule', { private: true, links: [other] }, ['one/One’s default'], []],
  ])('%s', (_, request, added, held) => {
    expect(decide(request, { rules })).toMatchObject({ added, held });
  });
});

it('sends no text that isn’t a link, and uses each link as it is stored', () => {
  const { invalid, drafts, added } = decide(
    { links: [{ url: 'My film' }, { url: ' www.site.test/a b' }, { url: 'WWW.site.test/film.mp4' }] },
    { rules: [rule()] },
  );
  expect(invalid).toEqual(['My film', ' www.site.test/a b']);
  expect(drafts.map(({ url }) => url)).toEqual(['https://www.site.test/film.mp4']);
  expect(added).toEqual(['one/Films!']);
});
