import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { expect, test } from '../support/live-journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { agendaOf, enterAs, mailsTo, viewingIn } from '../support/studio-journey.ts';
import { putViewing, startsByDay } from '../support/studio-viewings.ts';

const centreOf = async (place: Locator) => {
  await place.scrollIntoViewIfNeeded();
  const box = (await place.boundingBox())!;
  return { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2 };
};
/** Whether the page no longer scrolls by itself. */
const isAtRest = async (page: Page) => {
  const at = () => page.evaluate(() => scrollY);
  const before = await at();
  await sleep(100);
  return (await at()) === before;
};
/** The row of a viewing, and a free time while it is dragged. */
const row = (page: Page, id: string) => page.locator(`[data-move="${id}"]`);
const slot = (page: Page, start: string) => page.locator(`[data-starts="${start}"]`);

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1440, height: 1000 } });

  for (const view of ['week', 'day'])
    test(`a viewing is dragged to a free time, said to whom, moved and undone (${view})`, async ({ page, live }) => {
      const day = startsByDay(live)[view === 'week' ? 0 : 1]!;
      const [taken, from, to] = [day[0]!, day[1]!, day.at(-1)!];
      const email = `drag.${view}.${Date.now()}@visitor.example`;
      await putViewing(live, taken, { name: 'Tom Jacobs' });
      const id = await putViewing(live, from, { email });
      await enterAs(page, live);
      await page.goto(agendaOf(live, from, view));
      const start = await centreOf(row(page, id).locator('a').first());
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 5, start.y + 30, { steps: 5 });
      await expect(slot(page, to)).toBeVisible();
      // A time that somebody has is not offered.
      await expect(slot(page, taken)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(slot(page, to)).toHaveCount(0);
      await page.mouse.up();
      await expect(page).toHaveURL(agendaOf(live, from, view));

      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 5, start.y + 30, { steps: 5 });
      const goal = await centreOf(slot(page, to));
      await page.mouse.move(goal.x, goal.y, { steps: 8 });
      await expect(slot(page, to)).toHaveAttribute('data-over', '');
      await page.mouse.up();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('gemaild aan Anna Peeters en Bram De Ridder');
      expect(viewingIn(live, id)).toMatchObject({ starts_at: from, sequence: 0 });
      await dialog.getByLabel('Reden voor de bezoeker').fill('De sleutel <b>ontbreekt</b>');
      await dialog.getByRole('button', { name: 'Bezoek verplaatsen' }).click();
      await expect(page.locator('.s-said')).toContainText('verplaatst');
      await expect(page).toHaveURL(/\/studio\/agenda\/\?day=/);
      expect(viewingIn(live, id)).toMatchObject({ starts_at: to, sequence: 1, state: 'confirmed' });
      const [mail] = mailsTo(live, email);
      expect(mail).toMatchObject({ state: 'pending', attempts: 0 });
      expect(mail!.html).toContain('De sleutel &lt;b&gt;ontbreekt');
      expect(mail!.text).toContain('Message de l’agence');
      await page.getByRole('button', { name: 'Ongedaan maken' }).click();
      await expect(page.locator('.s-said')).toContainText('niemand krijgt een mail');
      expect(viewingIn(live, id)).toMatchObject({ starts_at: from, sequence: 0, state: 'confirmed' });
      expect(mailsTo(live, email)).toEqual([]);
    });

  test('dropped elsewhere, or left in the dialog, it stays where it is', async ({ page, live }) => {
    const [from = '', to = ''] = startsByDay(live)[2]!.slice(-2);
    const id = await putViewing(live, from);
    await enterAs(page, live);
    await page.goto(agendaOf(live, from));
    for (const isDropped of [false, true]) {
      const start = await centreOf(row(page, id).locator('a').first());
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x, start.y - 30, { steps: 4 });
      const goal = isDropped ? await centreOf(slot(page, to)) : await centreOf(page.locator('h1'));
      await page.mouse.move(goal.x, goal.y, { steps: 6 });
      await page.mouse.up();
      if (isDropped) await page.getByRole('button', { name: 'Laten staan' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    expect(viewingIn(live, id)).toMatchObject({ starts_at: from, sequence: 0 });
    // A click is still a click.
    await row(page, id).locator('a').first().click();
    await expect(page).toHaveURL(new RegExp(`/studio/agenda/${id}/`));
  });
});

test.describe('by thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a long press drags, a swipe scrolls', async ({ page, live }) => {
    const day = startsByDay(live)[3]!;
    const [from, to] = [day[0]!, day[1]!];
    const id = await putViewing(live, from);
    await enterAs(page, live);
    // Time stands still, so that a slow machine makes no long press of a swipe.
    await page.clock.install();
    await page.goto(agendaOf(live, from));
    await page.clock.pauseAt(Date.now() + 600_000);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const link = row(page, id).locator('a').first();
    const start = await centreOf(link);
    const before = await page.evaluate(() => scrollY);
    await touch('touchStart', start);
    for (const up of [20, 60, 100, 140]) await touch('touchMove', { x: start.x, y: start.y - up });
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 40);
    await page.clock.runFor(1000);
    await expect(page.locator('.s-ghost, [data-starts]')).toHaveCount(0);

    await expect.poll(() => isAtRest(page)).toBe(true);
    const press = await centreOf(link);
    await touch('touchStart', press);
    await page.clock.runFor(400);
    await expect(page.locator('.s-ghost')).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(page.locator('.s-ghost')).toBeVisible();
    await expect(slot(page, to)).toBeVisible();
    const goal = await centreOf(slot(page, to));
    for (const part of [0.3, 0.6, 1])
      await touch('touchMove', {
        x: press.x + (goal.x - press.x) * part,
        y: press.y + (goal.y - press.y) * part,
      });
    await expect(slot(page, to)).toHaveAttribute('data-over', '');
    await touch('touchEnd');
    await page.clock.resume();
    await page.getByRole('dialog').getByRole('button', { name: 'Bezoek verplaatsen' }).click();
    await expect(page.locator('.s-said')).toContainText('verplaatst');
    expect(viewingIn(live, id)).toMatchObject({ starts_at: to, sequence: 1 });
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a viewing is cancelled with a reason and undone, then moved to a time of the list', async ({ page, live }) => {
    const day = startsByDay(live)[4]!;
    const [from, to] = [day[0]!, day[2]!];
    const email = `plain.${Date.now()}@visitor.example`;
    const id = await putViewing(live, from, { email });
    await enterAs(page, live);
    await page.goto(agendaOf(live, from));
    await row(page, id).locator('a').first().click();
    await page.locator('summary').filter({ hasText: 'annuleren' }).click();
    await page.getByLabel('Reden voor de bezoeker').last().fill('De eigenaar is ziek');
    await page.getByRole('button', { name: 'Bezoek annuleren' }).click();
    await expect(page.locator('.s-said')).toContainText('geannuleerd');
    expect(mailsTo(live, email)[0]!.text).toContain('De eigenaar is ziek');
    await page.getByRole('button', { name: 'Ongedaan maken' }).click();
    await expect(page.locator('.s-said')).toContainText('niemand krijgt een mail');
    expect(mailsTo(live, email)).toEqual([]);
    await page.locator('summary').filter({ hasText: 'ander uur' }).click();
    await page.getByLabel('Verplaatsen naar').selectOption(to);
    await page.getByRole('button', { name: 'Bezoek verplaatsen' }).click();
    await expect(page.locator('.s-said')).toContainText('verplaatst');
    expect(viewingIn(live, id)).toMatchObject({ starts_at: to, sequence: 1, state: 'confirmed' });
  });
});

for (const width of [320, 1440])
  test(`the agenda is accessible and fits ${width} px`, async ({ page, live }) => {
    const starts = startsByDay(live)[width === 320 ? 5 : 6]!;
    await putViewing(live, starts[0]!, { state: 'requested', held_until: '2099-01-01T00:00:00.000Z' });
    await putViewing(live, starts[1]!, { state: 'cancelled' });
    await enterAs(page, live);
    await page.setViewportSize({ width, height: 900 });
    for (const address of [agendaOf(live, starts[0]!), agendaOf(live, starts[0]!, 'day')]) {
      await page.goto(address);
      expect(await axeFaults(page)).toEqual([]);
      expect(await overflowOf(page)).toEqual({ pixels: 0, elements: [] });
    }
  });
