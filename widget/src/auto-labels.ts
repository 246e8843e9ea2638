/** The player's two labels, "Play" and "Open at the host", by language. The element's defaults are English. */
export const labels: ReadonlyMap<string, readonly [play: string, open: string]> = new Map([
  ['ar', ['تشغيل', 'فتح لدى المضيف']],
  ['de', ['Abspielen', 'Beim Host öffnen']],
  ['es', ['Reproducir', 'Abrir en el alojamiento']],
  ['fr', ['Lire', 'Ouvrir chez l’hébergeur']],
  ['hi', ['चलाएं', 'होस्ट पर खोलें']],
  ['id', ['Putar', 'Buka di host']],
  ['it', ['Riproduci', 'Apri sull’host']],
  ['ja', ['再生', 'ホストで開く']],
  ['pt', ['Reproduzir', 'Abrir no host']],
  ['ru', ['Воспроизвести', 'Открыть на хостинге']],
  ['tr', ['Oynat', 'Barındırıcıda aç']],
  ['vi', ['Phát', 'Mở tại máy chủ']],
  ['zh', ['播放', '在托管网站打开']],
]);
