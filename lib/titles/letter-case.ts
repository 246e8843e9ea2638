/** Upper and lower case of titles, by the rules of a language. Pure. */

export type LetterCase = 'keep' | 'upper' | 'lower' | 'title';

/** @param language a BCP 47 tag, for Turkish i, Greek accents, Dutch ij and so on */
export function createCaseChange(letters: LetterCase, language: string): (title: string) => string {
  switch (letters) {
    case 'keep':
      return (title) => title;
    case 'upper':
      return (title) => title.toLocaleUpperCase(language);
    case 'lower':
      return (title) => title.toLocaleLowerCase(language);
    case 'title':
      return (title) => title.replace(words, (word) => capitalize(word, language));
  }
}

const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;

function capitalize(word: string, language: string): string {
  const [ij] = (/^nl\b/i.test(language) && /^(?:i\u0301?|í)j\u0301?/i.exec(word)) || [];
  const [first = ''] = [ij, ...(/^.\p{M}*/su.exec(word) ?? [])].filter((each) => each !== undefined);
  const rest = word.toLocaleLowerCase(language).slice(first.toLocaleLowerCase(language).length);
  return (ij === undefined ? capitalizeLetter(first, language) : ij.toUpperCase()) + rest;
}

/** Digraphs and Greek letters with an iota, by their lower case. */
const titleForms = new Map(
  Array.from('ǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ', (form) => [form.toLowerCase(), form] as const),
);

/** A letter with its marks, at the start of a word. */
function capitalizeLetter(letter: string, language: string): string {
  const form = titleForms.get(letter.normalize('NFC').toLowerCase());
  if (form !== undefined) return form;
  // Georgian uses capitals only for whole words. Greek loses its accents only in those.
  if (/\p{sc=Geor}/u.test(letter)) return letter.toLowerCase();
  const upper = /^el\b/i.test(language) ? letter.toUpperCase() : letter.toLocaleUpperCase(language);
  // One character that becomes several letters: ﬁ, ß.
  return upper.replace(/(\p{Lu})(.+)/su, (_, capital: string, more: string) => capital + more.toLowerCase());
}
