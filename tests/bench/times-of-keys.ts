import type { Page } from 'playwright';

/** A field that answers each keystroke with twenty links: the least a search box can do. */
export const PLAIN_BOX = `<!doctype html><div class="box"><input type="search"><div role="listbox"></div></div><script>
  const [field, panel] = [document.querySelector('input'), document.querySelector('[role=listbox]')];
  field.addEventListener('input', () => setTimeout(() => {
    panel.innerHTML = Array.from({ length: 20 }, (_, at) => '<a href="#' + at + '">' + field.value + ' ' + at + '</a>').join('');
  }));
</script>`;

const WORDS = ['grimbergen', 'vilvoorde', '1850', 'bruxelles', '100012', 'sint-pieters', 'l-61', 'kapelle', '24187', 'waver'];
const BETWEEN_MS = 250;

interface Keys {
  keyTimes: number[];
}

/** Types words into the search field and gives, for each keystroke that changed something, the milliseconds until the last change. */
export async function timesOfKeys(page: Page, quick: boolean): Promise<number[]> {
  const field = page.locator('.box input').first();
  await field.focus();
  await page.evaluate(() => {
    const keyTimes: number[] = [];
    Object.assign(globalThis, { keyTimes });
    let [begun, changed] = [0, 0];
    const note = () => {
      if (changed > begun) keyTimes.push(changed - begun);
    };
    addEventListener(
      'input',
      (event) => {
        note();
        begun = event.timeStamp;
        changed = 0;
      },
      true,
    );
    const box = document.activeElement?.closest('.box');
    if (!box) throw new Error('The search field stands in no box.');
    new MutationObserver(() => {
      changed = performance.now();
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
  return page.evaluate(() => (globalThis as unknown as Keys).keyTimes);
}
