import { loadJson } from '../../../ui/load-json.ts';
import type { ViewerWords } from './viewer-words.ts';

let words: ViewerWords | null = null;

/** The words of the photo viewer in the language of the page, loaded once; null when they cannot be had. */
export async function loadWords(): Promise<ViewerWords | null> {
  const url = `/viewer-words/${document.documentElement.lang}.json`;
  words ??= await loadJson<ViewerWords>(url, { tries: 2 }).catch(() => null);
  return words;
}
