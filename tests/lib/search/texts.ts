/** Texts to search in and for. */
import fc from 'fast-check';

/** Characters with special folding, among plain ones. */
const odd = fc.string({
  unit: fc.constantFrom(
    ..."aBz 9-'ßẞÆøŁıİIiſςΣσéÅ\u0301\u0327\u0308\u200d\u00ad\ufe0f\u3099かがｶﾞ한하ㅎ가각ﬁＦ㎏½´अिहऩ्ไก้ำํຳີمَـيیكکةه٣۳३1ൻন্\u2028–’😀",
  ),
  maxLength: 12,
});
export const anything = fc.oneof(odd, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
