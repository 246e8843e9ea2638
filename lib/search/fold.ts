/**
 * Folds texts for the search: removes case, accents and other differences that people don't see or don't type. A base letter is folded
 * together with its marks only, so lines can be folded together, and matches mapped to the displayed text. Pure.
 */

/** What people type for characters that Unicode doesn't decompose, or that look like others: `typed=shown…`. */
const sameAs = [
  'ss=ß ae=æ oe=œ th=þ o=øɔ l=ł d=đðɖɗ h=ħ t=ŧ i=ıɨ e=əɛ n=ŋ b=ɓ σ=ς \'=‘’‚‛ʼʻʹ′׳ "=“”„‟″״«» -=‐‒–—―−־⁃ー ~=〜 /=⁄∕',
  ',=،、٬ ;=؛ ?=؟ .=۔。٫ %=٪',
  // Yiddish ligatures, two vowels that look like one, and forms of Chinese characters.
  'וו=װ וי=ױ יי=ײ เเ=แ ເເ=ແ 高=髙 崎=﨑 吉=𠮷',
  // Hindi writes a nasal before a consonant either way.
  'न्=ँं',
  // Arabic, Persian, Urdu and Kurdish keyboards have different letters for one; hamza and madda are marks here.
  'ا=ٱٲٳ ي=یىېے ك=کڪ ه=ةہھۃە',
  // Malayalam's and Bengali's letters without a vowel are also written with a virama.
  'ണ്=ൺ ന്=ൻ ര്=ർ ല്=ൽ ള്=ൾ ക്=ൿ ত্=ৎ',
].flatMap((line) => line.split(' '));
const replacements = new Map(
  sameAs.flatMap((entry) => {
    const [typed = '', shown = ''] = entry.split('=');
    return Array.from(shown, (char) => [char, typed] as const);
  }),
);
/**
 * Parts of Korean syllables as they are typed: "한" on the way to "하나", "고" to "관". The consonant at a syllable's end may start the next
 * one.
 */
const jamo = [
  'ᄀᆨ ᄁᆩ ᄀᄉᆪ ᄂᆫ ᄂᄌᆬ ᄂᄒᆭ ᄃᆮ ᄅᆯ ᄅᄀᆰ ᄅᄆᆱ ᄅᄇᆲ ᄅᄉᆳ ᄅᄐᆴ ᄅᄑᆵ ᄅᄒᆶ ᄆᆷ ᄇᆸ ᄇᄉᆹ ᄉᆺ ᄊᆻ ᄋᆼ ᄌᆽ ᄎᆾ ᄏᆿ ᄐᇀ ᄑᇁ ᄒᇂ',
  'ᅩᅡᅪ ᅩᅢᅫ ᅩᅵᅬ ᅮᅥᅯ ᅮᅦᅰ ᅮᅵᅱ ᅳᅵᅴ',
].flatMap((line) => line.split(' '));
for (const each of jamo) replacements.set(each.slice(-1), each.slice(0, -1));
/** Nasals of Devanagari without a vowel. */
const nasal = /[ङञणम]्/g;
/** Katakana with a hiragana that looks the same (へ) or is typed first. */
const katakana = /[ァ-ヶヽヾ]/g;
const special = new RegExp(`[${[...replacements.keys()].join('')}[\\p{Nd}--[0-9]]]`, 'gv');

/** Accents, points (also of Hindi and Punjabi), tatweel and invisible characters. Not the vowel marks of Asian scripts, nor of kana. */
const ignoredMarks =
  /[[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Syrc}]]--[\u3099\u309a]]\p{Cf}\p{DI}\u0640\u093c\u0a3c]/gv;

const beyondAscii = /[^\0-\x7f]+/g;
const cache = new Map<string, string>();

/** Keeps line breaks. Other characters may become several, or none. */
export const foldText = (text: string): string => text.replace(beyondAscii, foldRun).toLowerCase();

/** Like `foldText`, but V8 stores an ASCII result in one byte per character, even if the text wasn't ASCII. */
export function foldLines(text: string): string {
  const folded = foldText(text);
  const utf8 = encoder.encode(folded);
  return utf8.length === folded.length ? latin1.decode(utf8) : folded;
}

const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');

/** Cached, because most runs are a single accented letter and the same few recur. */
function foldRun(run: string): string {
  const known = cache.get(run);
  if (known !== undefined) return known;
  const fold = run
    .normalize('NFKD')
    .replace(ignoredMarks, '')
    .toLowerCase()
    .replace(special, (char) => replacements.get(char) ?? foldDigit(char))
    .replace(nasal, 'न्')
    .replace(katakana, (char) => String.fromCharCode(char.charCodeAt(0) - 0x60))
    // Marks of one letter look alike in any order.
    .replace(/\p{M}{2,}/gu, (marks) => Array.from(marks).sort().join(''));
  if (run.length <= 8 && cache.size < 10_000) cache.set(run, fold);
  return fold;
}

/** Unicode lists decimal digits in tens, from zero to nine. */
function foldDigit(char: string): string {
  let place = 0;
  for (let code = char.codePointAt(0) ?? 0; /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code -= 1)
    place += 1;
  return String(place % 10);
}
