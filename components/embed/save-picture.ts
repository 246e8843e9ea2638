import { downloadBlob } from '../uploads/save-as-file.ts';

/** Saves a picture; where another site may not read it, opens it in a tab, from which the user can save it. */
export async function savePicture(address: string): Promise<void> {
  try {
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    const picture = await response.blob();
    const [kind, ending = ''] = picture.type.split(/[/+;]/u);
    if (!response.ok || kind !== 'image') throw new Error(`${response.status} ${picture.type}`);
    downloadBlob(`poster.${ending.replace('jpeg', 'jpg')}`, picture);
  } catch (error) {
    console.warn('The picture cannot be read here', error);
    open(address, '_blank', 'noopener,noreferrer');
  }
}
