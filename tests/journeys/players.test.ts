import { type BrowserContext, expect } from 'playwright/test';
import { counter, PROPERTY_PATH, viewer, viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

/** The page with other hosts in the frame policy than it was built with. */
const withFrames = (page: BrowserContext, frames: string) =>
  page.route(`**${PROPERTY_PATH}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response: response,
      body: (await response.text()).replace(/frame-src [^;]*/, `frame-src ${frames}`),
    });
  });

test('another company is contacted only after a click that names it; its player is in a frame', async ({ context }) => {
  const requested: string[] = [];
  await context.route(/vimeo|matterport/, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  await withFrames(context, "'self' https://player.vimeo.com");
  const { page, outside } = await viewing(context);
  await page.locator('.films').getByRole('link', { name: 'Video', exact: true }).click();
  await expect(counter(page)).toContainText('Video');
  await expect(viewer(page)).toContainText('Pas als u klikt, krijgt Vimeo gegevens');
  expect(outside).toEqual([]);
  await viewer(page).getByRole('button', { name: 'Afspelen met Vimeo' }).click();
  await expect(viewer(page).locator('iframe')).toHaveAttribute('src', 'https://player.vimeo.com/video/76979871?dnt=1');
  await expect.poll(() => requested.length).toBe(1);
  await viewer(page).getByRole('button', { name: 'Vorige' }).click();
  await expect(counter(page)).toContainText('Virtueel bezoek');
  await expect(viewer(page).locator('iframe')).toHaveCount(0);
});

test('a player that the policy keeps out of frames opens on its own site', async ({ context }) => {
  await context.route(/vimeo|matterport/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>player</p>' }),
  );
  await withFrames(context, "'self'");
  const { page } = await viewing(context);
  await page.locator('.films').getByRole('link', { name: 'Video', exact: true }).click();
  const opened = context.waitForEvent('page');
  await viewer(page).getByRole('button', { name: 'Afspelen met Vimeo' }).click();
  await expect(await opened).toHaveURL('https://vimeo.com/76979871');
  await expect(viewer(page).locator('iframe')).toHaveCount(0);
});

test('a film of the agency has a poster, and no byte of it is loaded before it is played', async ({ context }) => {
  const requested: string[] = [];
  context.on('request', (request) => void (/\.(mp4|webm)/.test(request.url()) && requested.push(request.url())));
  const { page } = await viewing(context, { path: '/nl/te-koop/wolvertem/x/35108/' });
  await page.waitForLoadState('networkidle');
  await page.locator('.films').getByRole('link', { name: 'Video', exact: true }).click();
  const film = viewer(page).locator('video');
  await expect(film).toHaveAttribute('poster', /\/media\/photos\/photo-09\.jpg\?width=800/);
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
  await film.evaluate((video: HTMLVideoElement) => void video.play().catch(() => {}));
  await expect.poll(() => requested.length).toBeGreaterThan(0);
});
