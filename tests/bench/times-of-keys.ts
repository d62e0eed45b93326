import type { Page } from 'playwright';

/** A field that shows twenty links after each keystroke: the least a search box can do. */
export const PLAIN_BOX = `<!doctype html><div class="box"><input type="search"><div role="listbox"></div></div><script>
  const [field, panel] = [document.querySelector('input'), document.querySelector('[role=listbox]')];
  field.addEventListener('input', () => setTimeout(() => {
    const link = (_, at) => '<a href="#' + at + '">' + field.value + ' ' + at + '</a>';
    panel.innerHTML = Array.from({ length: 20 }, link).join('');
  }));
</script>`;

const WORDS = [
  'grimbergen',
  'vilvoorde',
  '1850',
  'bruxelles',
  '100012',
  'sint-pieters',
  'l-61',
  'kapelle',
  '35187',
  'waver',
];
const BETWEEN_MS = 250;

/** Milliseconds from a keystroke to each of its results, one of each for every keystroke that changed something. */
export interface KeyTimes {
  /** The first change in the page. */
  first: number[];
  /** The last change, with what came from the server. */
  last: number[];
  /** The first change with its styles and its layout. */
  laidOut: number[];
}

/** Types words into the search field and measures its results. */
export async function timesOfKeys(page: Page, quick: boolean): Promise<KeyTimes> {
  const field = page.locator('.box input').first();
  await field.focus();
  await page.evaluate(() => {
    const keyTimes: { first: number[]; last: number[]; laidOut: number[] } = { first: [], last: [], laidOut: [] };
    Object.assign(globalThis, { keyTimes });
    let begun = 0;
    let [first, last, laidOut] = [0, 0, 0];
    const note = () => {
      if (first === 0) return;
      keyTimes.first.push(first);
      keyTimes.last.push(last);
      keyTimes.laidOut.push(laidOut);
    };
    addEventListener(
      'input',
      (event) => {
        note();
        begun = event.timeStamp;
        [first, last, laidOut] = [0, 0, 0];
      },
      true,
    );
    const box = document.activeElement?.closest('.box');
    if (!box) throw new Error('The search field is in no box.');
    const panel = box.querySelector('[role=listbox]');
    new MutationObserver(() => {
      last = performance.now() - begun;
      if (first > 0) return;
      first = last;
      void panel?.scrollHeight;
      laidOut = performance.now() - begun;
    }).observe(box, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  for (const word of quick ? WORDS.slice(0, 2) : WORDS) {
    for (const sign of word) {
      await page.keyboard.press(sign);
      await page.waitForTimeout(BETWEEN_MS);
    }
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(BETWEEN_MS);
  }
  return page.evaluate(() => (globalThis as unknown as { keyTimes: KeyTimes }).keyTimes);
}
