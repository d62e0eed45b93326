import { TEMPLATES } from '../../support/templates.ts';
import type { Visitor } from './visitor.ts';

/** Words of this page have no end on purpose. */
const HOSTILE = /hostile/;

/** Opens every template; what is broken on it: words, underlines, the width of the page, elements without code. */
export async function looksOfTemplates(visitor: Visitor, language: 'nl' | 'de'): Promise<string[]> {
  const found: string[] = [];
  for (const [name, paths] of TEMPLATES) {
    await visitor.open(paths[language]);
    await visitor.run(codeLoaded);
    const faults = await visitor.run(faultsOfPage, HOSTILE.test(name));
    found.push(...faults.map((fault) => `${name} (${language}): ${fault}`));
  }
  return found;
}

/** Runs in the page: waits for its fonts, and for the code of the frame, which loads with the first key. */
async function codeLoaded(): Promise<boolean> {
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
  const names = ['menu-drawer'].filter((name) => document.querySelector(name));
  const defined = Promise.all(names.map((name) => customElements.whenDefined(name)));
  // A page whose code does not come is judged all the same.
  await Promise.race([defined, new Promise((resolve) => setTimeout(resolve, 3000))]);
  await document.fonts.ready;
  return true;
}

/** Runs in the page. */
function faultsOfPage(isHostile: boolean): string[] {
  const faults: string[] = [];
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !element.closest('.vh');
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`);

  // Whether this engine has a dictionary of the language.
  const probe = document.createElement('div');
  probe.textContent = 'Überschwemmungswahrscheinlichkeit';
  Object.assign(probe.style, { position: 'absolute', width: '6em', hyphens: 'auto', overflowWrap: 'normal' });
  document.body.append(probe);
  const hyphenates = probe.scrollWidth <= probe.clientWidth;
  probe.remove();

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode() as Text | null; node && !isHostile; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (!parent || !isShown(parent) || parent.closest('script, style, noscript, svg, select, textarea, iframe'))
      continue;
    const mayBreak = hyphenates && getComputedStyle(parent).hyphens === 'auto' && !parent.closest('h1, h2, h3');
    // The hostile property is in the lists of other pages too.
    if (mayBreak || /[<>]/.test(node.data)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      // The hyphen at the end of the line before belongs to the part of the word behind it.
      const tops = (boxes.length > 1 && node.data[index - 1] === '\u00ad' ? boxes.slice(1) : boxes).map(
        ({ top }) => top,
      );
      if (Math.max(...tops) - Math.min(...tops) > 4) faults.push(`${parent.tagName.toLowerCase()} breaks "${word}"`);
    }
  }
  for (const link of document.querySelectorAll('.link, .prose p a:not(.button), .prose li a'))
    if (isShown(link) && !getComputedStyle(link).textDecorationLine.includes('underline'))
      faults.push(`no underline: ${link.textContent?.trim().slice(0, 40)}`);
  const raw = new Set(
    [...document.querySelectorAll('menu-drawer, language-choice')].flatMap((element) =>
      element.matches(':defined') ? [] : [element.localName],
    ),
  );
  for (const name of raw) faults.push(`${name} has no code`);
  return faults;
}
