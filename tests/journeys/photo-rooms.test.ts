import { type BrowserContext, expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { counter, photo, viewer, viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

/** A property whose photographs name their rooms, with a plan of which three rooms lead to photographs. */
const path = '/nl/te-koop/wolvertem/x/35108/';
const opened = async (context: BrowserContext) => (await viewing(context, { path })).page;
const rooms = (page: Page) => viewer(page).getByRole('group', { name: 'Foto’s per kamer' });
const onPlan = (page: Page) => page.getByRole('list', { name: 'Kamers op het plan' });

test('the viewer says which room it shows, and leads to each room', async ({ context }) => {
  const page = await opened(context);
  await photo(page, 3).click();
  await expect(counter(page)).toContainText('Keuken, 3 van 7');
  await expect(rooms(page).getByRole('button')).toHaveText([
    ...['Gevel', 'Woonkamer', 'Keuken', 'Eetkamer', 'Slaapkamer', 'Badkamer'],
  ]);
  await expect(rooms(page).getByRole('button', { name: 'Keuken' })).toHaveAttribute('aria-current', 'true');
  await rooms(page).getByRole('button', { name: 'Slaapkamer' }).click();
  await expect(counter(page)).toContainText('Slaapkamer, 5 van 7');
  await expect(viewer(page).getByRole('button', { name: /^Slaapkamer, 6 van 7/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(rooms(page).getByRole('button', { name: 'Badkamer' })).toHaveAttribute('aria-current', 'true');
  expect(await axeFaults(page)).toEqual([]);
});

test('a property whose photographs name no room has no row of rooms', async ({ context }) => {
  const { page } = await viewing(context);
  await photo(page, 2).click();
  await expect(counter(page)).toContainText('2 / 9');
  await expect(rooms(page)).toBeHidden();
});

test('a room of the plan opens its photograph, and closing returns to the room', async ({ context }) => {
  const page = await opened(context);
  const kitchen = onPlan(page).getByRole('link', { name: 'Keuken' });
  await kitchen.click();
  await expect(counter(page)).toContainText('Keuken, 3 van 7');
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(kitchen).toBeFocused();
  // With the keyboard, to the photograph that the area names.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(counter(page)).toContainText('Slaapkamer, 6 van 7');
});

test('who goes on while the viewer closes is not led back', async ({ context }) => {
  const page = await opened(context);
  await onPlan(page).getByRole('link', { name: 'Keuken' }).click();
  await expect(counter(page)).toContainText('Keuken, 3 van 7');
  const bedroom = onPlan(page).getByRole('link', { name: 'Slaapkamer' });
  // The browser hides a dialog before it reports that it was closed.
  await bedroom.evaluate(async (link: HTMLElement) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.viewer')!;
    const reported = new Promise((resolve) => dialog.addEventListener('close', resolve));
    dialog.close();
    link.focus();
    await reported;
  });
  await expect(bedroom).toBeFocused();
});

test('the rooms lie where the plan has them, are large enough for a finger and show the focus', async ({ context }) => {
  const page = await opened(context);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const plan = (await page.locator('.plans img').boundingBox())!;
    const living = (await onPlan(page).getByRole('link', { name: 'Woonkamer' }).boundingBox())!;
    const close = (value: number, wanted: number) => expect(Math.abs(value - wanted), `${width}`).toBeLessThan(2);
    close(living.x - plan.x, plan.width * 0.05);
    close(living.y - plan.y, plan.height * 0.1);
    close(living.width, plan.width * 0.5);
    close(living.height, plan.height * 0.8);
    for (const link of await onPlan(page).getByRole('link').all())
      expect((await link.boundingBox())!.width).toBeGreaterThanOrEqual(24);
  }
  const living = onPlan(page).getByRole('link', { name: 'Woonkamer' });
  await page.locator('.plans a[data-slide]').focus();
  await page.keyboard.press('Tab');
  await expect(living).toBeFocused();
  await expect(living).toHaveCSS('outline-style', 'solid');
  await expect(living.locator('span')).toHaveCSS('opacity', '1');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a room of the plan links to the large photograph, and all photographs name their room', async ({ context }) => {
    const page = await opened(context);
    await page.locator('.all-photos summary').click();
    const said = await photo(page, 3).evaluate((link) => getComputedStyle(link, '::after').content);
    expect(said).toContain('Keuken');
    await onPlan(page).getByRole('link', { name: 'Keuken' }).click();
    await expect(page).toHaveURL(/\/media\/photos\/photo-03\.jpg\?width=1360/);
  });
});
