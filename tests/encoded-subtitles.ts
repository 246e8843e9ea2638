/** In encodings other than UTF-8. */

const files: readonly (readonly [encoding: string, lines: string, base64: string])[] = [
  [
    'Windows-1251',
    'Привет, как дела?\nЯ не знаю, что сказать.\nМы должны идти домой сейчас.\nПочему ты так поздно?',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArP8Oji5fIsIOrg6iDk5evgPwoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMArfIO3lIOft4P4sIPfy7iDx6uDn4PL8LgoKMwowMDowMDowMiwwMDAgLS0+IDAwOjAwOjAzLDAwMArM+yDk7uvm7fsg6OTy6CDk7uzu6SDx5en34PEuCgo0CjAwOjAwOjAzLDAwMCAtLT4gMDA6MDA6MDQsMDAwCs/u9+Xs8yDy+yDy4Oog7+7n5O3uPwo=',
  ],
  [
    'KOI8-R',
    'Привет, как дела?\nЯ не знаю, что сказать.\nМы должны идти домой сейчас.\nПочему ты так поздно?',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArw0snXxdQsIMvByyDExczBPwoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMArxIM7FINrOwcAsIN7UzyDTy8HawdTYLgoKMwowMDowMDowMiwwMDAgLS0+IDAwOjAwOjAzLDAwMArt2SDEz8zWztkgycTUySDEz83PyiDTxcrewdMuCgo0CjAwOjAwOjAzLDAwMCAtLT4gMDA6MDA6MDQsMDAwCvDP3sXN1SDU2SDUwcsg0M/axM7PPwo=',
  ],
  [
    'Windows-1254',
    'Merhaba, nasılsın?\nŞimdi gitmemiz gerekiyor.\nÇok güzel bir gün değil mi?\nHayır, öyle düşünmüyorum.',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMApNZXJoYWJhLCBuYXP9bHP9bj8KCjIKMDA6MDA6MDEsMDAwIC0tPiAwMDowMDowMiwwMDAK3mltZGkgZ2l0bWVtaXogZ2VyZWtpeW9yLgoKMwowMDowMDowMiwwMDAgLS0+IDAwOjAwOjAzLDAwMArHb2sgZ/x6ZWwgYmlyIGf8biBkZfBpbCBtaT8KCjQKMDA6MDA6MDMsMDAwIC0tPiAwMDowMDowNCwwMDAKSGF5/XIsIPZ5bGUgZPz+/G5t/HlvcnVtLgo=',
  ],
  [
    'Windows-1252',
    'Bonjour, ça va?\nÀ bientôt, mon élève préféré.\nC’est très étrange, n’est-ce pas?',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMApCb25qb3VyLCDnYSB2YT8KCjIKMDA6MDA6MDEsMDAwIC0tPiAwMDowMDowMiwwMDAKwCBiaWVudPR0LCBtb24g6WzodmUgcHLpZuly6S4KCjMKMDA6MDA6MDIsMDAwIC0tPiAwMDowMDowMywwMDAKQ5Jlc3QgdHLocyDpdHJhbmdlLCBukmVzdC1jZSBwYXM/Cg==',
  ],
  [
    'Windows-1250',
    'Dzień dobry, jak się masz?\nMusimy już iść do domu, proszę.\nDlaczego jesteś tak późno?',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMApEemll8SBkb2JyeSwgamFrIHNp6iBtYXN6PwoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMApNdXNpbXkganW/IGmc5iBkbyBkb211LCBwcm9zeuouCgozCjAwOjAwOjAyLDAwMCAtLT4gMDA6MDA6MDMsMDAwCkRsYWN6ZWdvIGplc3RlnCB0YWsgcPOfbm8/Cg==',
  ],
  [
    'Windows-1253',
    'Γεια σου, τι κάνεις;\nΠρέπει να πάμε σπίτι τώρα.\nΓιατί άργησες τόσο πολύ;',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArD5enhIPPv9Swg9Okg6tzt5enyOwoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMArQ8d3w5ekg7eEg8Nzs5SDz8N/06SD0/vHhLgoKMwowMDowMDowMiwwMDAgLS0+IDAwOjAwOjAzLDAwMArD6eH03yDc8ePn8+XyIPT88+8g8O/r/TsK',
  ],
  [
    'Windows-1255',
    'שלום, מה שלומך?\nאנחנו חייבים ללכת הביתה עכשיו.\nלמה איחרת כל כך?',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAr57OXtLCDu5CD57OXu6j8KCjIKMDA6MDA6MDEsMDAwIC0tPiAwMDowMDowMiwwMDAK4PDn8OUg5+np4entIOzs6/og5OHp+uQg8uv56eUuCgozCjAwOjAwOjAyLDAwMCAtLT4gMDA6MDA6MDMsMDAwCuzu5CDg6ef4+iDr7CDr6j8K',
  ],
  [
    'Windows-1256',
    'مرحبا كيف حالك؟\nيجب أن نذهب إلى البيت الآن.\nلماذا تأخرت كثيرا؟',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArj0c3IxyDf7d0gzcfh378KCjIKMDA6MDA6MDEsMDAwIC0tPiAwMDowMDowMiwwMDAK7czIIMPkIOTQ5cggxeHsIMfhyO3KIMfhwuQuCgozCjAwOjAwOjAyLDAwMCAtLT4gMDA6MDA6MDMsMDAwCuHjx9DHIMrDztHKIN/L7dHHvwo=',
  ],
  [
    'Windows-874',
    'สวัสดี คุณเป็นอย่างไรบ้าง\nเราต้องกลับบ้านเดี๋ยวนี้\nทำไมคุณมาสายจัง',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArKx9HKtNUgpNiz4Lvnuc3C6NKn5MO66dKnCgoyCjAwOjAwOjAxLDAwMCAtLT4gMDA6MDA6MDIsMDAwCuDD0rXpzaehxdG6uunSueC01evCx7nV6QoKMwowMDowMDowMiwwMDAgLS0+IDAwOjAwOjAzLDAwMAq30+TBpNizwdLK0sKo0acK',
  ],
  [
    'GBK',
    '你好，你怎么样？\n我们现在必须回家了。\n你为什么这么晚才来？',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMArE47rDo6zE49T1w7TR+aO/CgoyCjAwOjAwOjAxLDAwMCAtLT4gMDA6MDA6MDIsMDAwCs7Sw8fP1tTasdjQ67vYvNLBy6GjCgozCjAwOjAwOjAyLDAwMCAtLT4gMDA6MDA6MDMsMDAwCsTjzqrKssO01eLDtM3tssXAtKO/Cg==',
  ],
  [
    'Big5',
    '你好，你怎麼樣？\n我們現在必須回家了。\n你為什麼這麼晚才來？',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAqnQaZuoUGnQavnu/K8y6FICgoyCjAwOjAwOjAxLDAwMCAtLT4gMDA6MDA6MDIsMDAwCqfarcyye6ZipbK2t6ZermGkRqFDCgozCjAwOjAwOjAyLDAwMCAtLT4gMDA6MDA6MDMsMDAwCqdBrLCksLvys2+78rHfpH6o06FICg==',
  ],
  [
    'Shift_JIS',
    'こんにちは、お元気ですか。\n私たちは今すぐ家に帰らなければなりません。',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAqCsYLxgsmCv4LNgUGCqIyzi0OCxYK3gqmBQgoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMAqOhIK9gr+CzY2hgreCronGgsmLQYLngsiCr4Lqgs6CyILogtyCuYLxgUIK',
  ],
  [
    'EUC-JP',
    'こんにちは、お元気ですか。\n私たちは今すぐ家に帰らなければなりません。',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAqks6TzpMukwaTPoaKkqri1taSkx6S5pKuhowoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMAq75KS/pMGkz7qjpLmksLLIpMu1oqTppMqksaTspNCkyqTqpN6ku6TzoaMK',
  ],
  [
    'EUC-KR',
    '안녕하세요, 어떻게 지내세요?\n우리는 지금 집에 가야 합니다.',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAq+yLPnx8+8vL/kLCC+7ra7sNQgwfazu7y8v+Q/CgoyCjAwOjAwOjAxLDAwMCAtLT4gMDA6MDA6MDIsMDAwCr/suK60wiDB9rHdIMH9v6EgsKG+3yDH1bTPtNkuCg==',
  ],
  [
    'UTF-16LE',
    'Hello there\nHow are you?',
    'MQAKADAAMAA6ADAAMAA6ADAAMAAsADAAMAAwACAALQAtAD4AIAAwADAAOgAwADAAOgAwADEALAAwADAAMAAKAEgAZQBsAGwAbwAgAHQAaABlAHIAZQAKAAoAMgAKADAAMAA6ADAAMAA6ADAAMQAsADAAMAAwACAALQAtAD4AIAAwADAAOgAwADAAOgAwADIALAAwADAAMAAKAEgAbwB3ACAAYQByAGUAIAB5AG8AdQA/AAoA',
  ],
  [
    'UTF-16BE',
    'Hello there\nHow are you?',
    'ADEACgAwADAAOgAwADAAOgAwADAALAAwADAAMAAgAC0ALQA+ACAAMAAwADoAMAAwADoAMAAxACwAMAAwADAACgBIAGUAbABsAG8AIAB0AGgAZQByAGUACgAKADIACgAwADAAOgAwADAAOgAwADEALAAwADAAMAAgAC0ALQA+ACAAMAAwADoAMAAwADoAMAAyACwAMAAwADAACgBIAG8AdwAgAGEAcgBlACAAeQBvAHUAPwAK',
  ],
  [
    'ISO-2022-JP',
    'こんにちは、お元気ですか。\n私たちは今すぐ家に帰らなければなりません。',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAobJEIkMyRzJEskQSRPISIkKjg1NSQkRyQ5JCshIxsoQgoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMAobJEI7ZCQ/JEEkTzojJDkkMDJIJEs1IiRpJEokMSRsJFAkSiRqJF4kOyRzISMbKEIK',
  ],
  [
    'UTF-32LE',
    'Hello there\nHow are you?',
    '//4AADEAAAAKAAAAMAAAADAAAAA6AAAAMAAAADAAAAA6AAAAMAAAADAAAAAsAAAAMAAAADAAAAAwAAAAIAAAAC0AAAAtAAAAPgAAACAAAAAwAAAAMAAAADoAAAAwAAAAMAAAADoAAAAwAAAAMQAAACwAAAAwAAAAMAAAADAAAAAKAAAASAAAAGUAAABsAAAAbAAAAG8AAAAgAAAAdAAAAGgAAABlAAAAcgAAAGUAAAAKAAAACgAAADIAAAAKAAAAMAAAADAAAAA6AAAAMAAAADAAAAA6AAAAMAAAADEAAAAsAAAAMAAAADAAAAAwAAAAIAAAAC0AAAAtAAAAPgAAACAAAAAwAAAAMAAAADoAAAAwAAAAMAAAADoAAAAwAAAAMgAAACwAAAAwAAAAMAAAADAAAAAKAAAASAAAAG8AAAB3AAAAIAAAAGEAAAByAAAAZQAAACAAAAB5AAAAbwAAAHUAAAA/AAAACgAAAA==',
  ],
  [
    'UTF-32BE',
    'Hello there\nHow are you?',
    'AAAAMQAAAAoAAAAwAAAAMAAAADoAAAAwAAAAMAAAADoAAAAwAAAAMAAAACwAAAAwAAAAMAAAADAAAAAgAAAALQAAAC0AAAA+AAAAIAAAADAAAAAwAAAAOgAAADAAAAAwAAAAOgAAADAAAAAxAAAALAAAADAAAAAwAAAAMAAAAAoAAABIAAAAZQAAAGwAAABsAAAAbwAAACAAAAB0AAAAaAAAAGUAAAByAAAAZQAAAAoAAAAKAAAAMgAAAAoAAAAwAAAAMAAAADoAAAAwAAAAMAAAADoAAAAwAAAAMQAAACwAAAAwAAAAMAAAADAAAAAgAAAALQAAAC0AAAA+AAAAIAAAADAAAAAwAAAAOgAAADAAAAAwAAAAOgAAADAAAAAyAAAALAAAADAAAAAwAAAAMAAAAAoAAABIAAAAbwAAAHcAAAAgAAAAYQAAAHIAAABlAAAAIAAAAHkAAABvAAAAdQAAAD8AAAAK',
  ],
];

const srtOf = (text: string): string =>
  text
    .split('\n')
    .map((line, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${line}\n`)
    .join('\n');

/** Browsers can't decode these, but the builder can name them. */
export const undecodableSubtitles = [
  [
    'ISO-2022-KR',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAobJClDDj5IM2dHTzw8P2QPLCAOPm42OzBUDyAOQXYzOzw8P2QPPwoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMAoOP2w4LjRCDyAOQXYxXQ8gDkF9PyEPIA4wIT5fDyAOR1U0TzRZDy4K',
  ],
  [
    'HZ-GB-2312',
    'MQowMDowMDowMCwwMDAgLS0+IDAwOjAwOjAxLDAwMAp+e0RjOkMjLERjVHVDNFF5Iz9+fQoKMgowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAyLDAwMAp+e05SQ0dPVlRaMVhQaztYPFJBSyEjfn0KCjMKMDA6MDA6MDIsMDAwIC0tPiAwMDowMDowMywwMDAKfntEY04qSjJDNFViQzRNbTJFQDQjP359Cg==',
  ],
].map(([encoding = '', base64 = '']) => [encoding, Buffer.from(base64, 'base64')] as const);

export const encodedSubtitles = files.map(
  ([encoding, lines, base64]) => [encoding, srtOf(lines), Buffer.from(base64, 'base64')] as const,
);
