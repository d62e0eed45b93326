import { expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { hold, test } from '../support/live-journey.ts';

const LIST = '/nl/te-koop/';
const frameOf = (page: Page) => page.frameLocator('.map iframe');
const hits = (page: Page) => page.locator('.results .count [role=status]');
const follow = (page: Page) => page.getByRole('checkbox', { name: 'Lijst volgt de kaart' });

async function openMap(page: Page, path = LIST) {
  await page.goto(path);
  await page.locator('.listmap summary').press('Enter');
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
}

/** Presses at a place of the map, given in shares of its width and height, and moves through others. */
async function drag(page: Page, places: readonly (readonly [x: number, y: number])[]) {
  const map = frameOf(page).locator('.map');
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(places[0]!));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...at(place), { steps: 6 });
  await page.mouse.up();
}

test.describe('on a wide window', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('list and map are side by side, and each marks in the other what is pointed at', async ({ page }) => {
    await openMap(page);
    const [list, map] = [await page.locator('.results').boundingBox(), await page.locator('.map iframe').boundingBox()];
    expect(list!.x + list!.width).toBeLessThanOrEqual(map!.x);
    expect(await axeFaults(page, { include: 'main' })).toEqual([]);
    await page.locator('.results .card').first().hover();
    await expect(frameOf(page).locator('[data-lit]')).toHaveCount(1);
    const mark = frameOf(page).locator('.pin[tabindex="0"]').first();
    const name = (await mark.getAttribute('aria-label')) ?? '';
    await mark.focus();
    const lit = page.locator('.results .card[data-lit]');
    const cards = await page.locator('.results .card h3 a').allTextContents();
    await expect(lit).toHaveCount(cards.some((title) => name.startsWith(title)) ? 1 : 0);
  });

  test('"forward" before the code of the map has loaded leads to the list of its URL', async ({ page }) => {
    await page.goto(`${LIST}?bedrooms=2`);
    const few = (await hits(page).textContent()) ?? '';
    await openMap(page, `${LIST}?bedrooms=2`);
    await page.locator('.chips a').first().click();
    await expect(hits(page)).not.toHaveText(few);
    const all = (await hits(page).textContent()) ?? '';
    const code = await hold(page, /map-start[^/]+\.js$/);
    await page.goBack();
    await expect(hits(page)).toHaveText(few);
    await expect.poll(code.waiting).toBe(1);
    await page.goForward();
    expect(new URL(page.url()).search).toBe('');
    await expect(hits(page)).toHaveText(few);
    code.open();
    await expect(hits(page)).toHaveText(all);
    await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
  });

  test('the list follows the map when asked to, in the URL too, and no longer when not', async ({ page }) => {
    await openMap(page);
    const all = await hits(page).textContent();
    await follow(page).check();
    await frameOf(page).getByRole('button', { name: 'Inzoomen', exact: true }).click();
    await expect(page).toHaveURL(/\?bounds=[\d._*-]+#map$/);
    await expect(page.locator('.chips li')).toHaveText([/Dit deel van de kaart/]);
    await expect(hits(page)).not.toHaveText(all ?? '');
    const limited = (await hits(page).textContent()) ?? '';
    await expect(page.locator('.follow [role=status]')).toHaveText(limited.trim());
    await page.reload();
    await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
    await expect(hits(page)).toHaveText(limited);
    await expect(follow(page)).toBeChecked();
    await follow(page).uncheck();
    await expect(page).toHaveURL(/\/te-koop\/#map$/);
    await expect(hits(page)).toHaveText(all ?? '');
  });

  test('an area is drawn with one stroke, kept by the filters and the alert, and erased', async ({ page }) => {
    await openMap(page);
    const all = (await hits(page).textContent()) ?? '';
    await frameOf(page).getByRole('button', { name: 'Teken een gebied' }).click();
    await drag(page, [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.3, 0.7],
    ]);
    await expect(page).toHaveURL(/\?area=[\d._*-]+#map$/);
    await expect(hits(page)).not.toHaveText(all);
    await expect(frameOf(page).locator('path.drawn')).toHaveCount(1);
    const area = new URL(page.url()).searchParams.get('area') ?? '';
    await expect(page.locator('.tell a')).toHaveAttribute('href', new RegExp(`area=${area.replaceAll('*', '\\*')}`));
    const drawn = (await hits(page).textContent()) ?? '';
    await page.goBack();
    await expect(hits(page)).toHaveText(all);
    // The list before is a page that loads; its map follows the history as soon as its code is there.
    await expect(frameOf(page).getByRole('button', { name: 'Teken een gebied' })).toBeVisible();
    await page.goForward();
    await expect(hits(page)).toHaveText(drawn);
    await page.locator('#bedrooms').selectOption('2');
    await page.locator('.filter button[type=submit]').click();
    await expect(page).toHaveURL(new RegExp(`bedrooms=2&area=${area.replaceAll('*', '\\*')}`));
    await expect(page.locator('.chips li')).toHaveText([/Getekend gebied/, /2 of meer/, /Alles wissen/]);
    await page.locator('.listmap summary').click();
    await frameOf(page).getByRole('button', { name: 'Wis het gebied' }).click();
    await expect(page).toHaveURL(/\?bedrooms=2#map$/);
  });

  test('an area is drawn with the keyboard, and Escape ends drawing', async ({ page }) => {
    await openMap(page);
    const draw = frameOf(page).getByRole('button', { name: 'Teken een gebied' });
    await draw.focus();
    await page.keyboard.press('Enter');
    const map = frameOf(page).locator('.map');
    await expect(map).toBeFocused();
    await page.keyboard.press('Enter');
    const done = frameOf(page).getByRole('button', { name: 'Zoek in dit gebied' });
    await expect(done).toBeDisabled();
    for (const key of ['ArrowRight', 'ArrowDown']) {
      await page.keyboard.press(key);
      // Leaflet moves the map for a moment.
      await page.waitForTimeout(400);
      await page.keyboard.press('Enter');
    }
    await expect(frameOf(page).getByText('3 hoeken')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(draw).toBeFocused();
    await page.keyboard.press('Enter');
    for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter', 'Backspace', 'Enter']) {
      await page.keyboard.press(key);
      if (key.startsWith('Arrow')) await page.waitForTimeout(400);
    }
    await done.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?area=([\d.-]+_[\d.-]+\*){2}[\d.-]+_[\d.-]+#map$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('one button leads to the map and back to the same place of the list', async ({ page }) => {
    await page.goto(LIST);
    await page.locator('.results .card').nth(3).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    const button = page.locator('.listmap summary');
    const link = (await page.locator('.bottom a[href="#map"]').boundingBox())!;
    await page.touchscreen.tap(link.x + link.width / 2, link.y + link.height / 2);
    await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
    expect(await page.locator('.map iframe').boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
    await expect(button).toHaveText(/Lijst/);
    expect(await axeFaults(page, { include: '.listmap' })).toEqual([]);
    await expect(page.locator('.results')).toHaveJSProperty('inert', true);
    await frameOf(page).locator('.pin, .cluster').first().focus();
    await button.tap();
    await expect(page.locator('.map iframe')).toHaveCount(0);
    await expect(page.locator('.results')).toHaveJSProperty('inert', false);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('what is pressed on the map is named below it; Escape leads back to the mark, then to the list', async ({
    page,
  }) => {
    await openMap(page);
    await expect(page.locator('.properties')).toBeHidden();
    const mark = frameOf(page).locator('.cluster.around, .pin').first();
    await mark.tap();
    await expect(page.locator('.properties [data-chosen] a').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.properties')).toBeHidden();
    await expect(mark).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.listmap summary')).toBeFocused();
    await expect(page.locator('.map iframe')).toHaveCount(0);
  });
});
