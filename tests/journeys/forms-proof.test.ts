import {
  expect,
  fill,
  forgive,
  postsOf,
  submit,
  summaryOf,
  test,
  touch,
  typeCharacters,
} from '../support/live-journey.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

const THANKED = /\/nl\/site-contact\/bedankt\//;
const complete = (message: string) => ({ ...VALID_VALUES['site-contact'], message });

test('when the proof of work fails, the visitor can type the characters instead', async ({
  page,
  complaints,
  live,
}) => {
  await page.route(/proof\.worker.*\.js/, (route) => route.abort('failed'));
  await page.goto('/nl/contact/');
  await touch(page);
  await fill(page, complete('Zonder bewijs'));
  await submit(page);
  await expect(summaryOf(page)).toContainText(/tekens/);
  await typeCharacters(page);
  await submit(page);
  await expect(page).toHaveURL(THANKED);
  expect(live.rows('leads').filter((row) => String(row.form_values).includes('Zonder bewijs'))).toHaveLength(1);
  forgive(complaints, /status of 422|ERR_FAILED|worker/i);
});

test('a proof of work that there was no connection for is made when the form is sent', async ({ page, complaints }) => {
  const posts = postsOf(page);
  await page.route('**/api/captcha/*', (route) => route.abort('failed'), { times: 1 });
  await page.goto('/nl/contact/');
  await touch(page);
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
  await fill(page, complete('Even geen bereik'));
  await submit(page);
  await expect(page).toHaveURL(THANKED);
  expect(posts).toHaveLength(1);
  forgive(complaints, /ERR_FAILED/);
});

test('who sends an empty form before its code has loaded types no characters afterwards', async ({
  page,
  complaints,
}) => {
  // The first attempt is an ordinary post, as on a slow network.
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort('failed'));
  await page.goto('/nl/contact/');
  await submit(page);
  await expect(summaryOf(page)).toBeVisible();
  await page.waitForLoadState();
  await page.unroute(/\/_astro\/.*\.js/);
  await touch(page);
  await expect(page.locator('form[data-form] [name=captcha]')).toHaveCount(0);
  await fill(page, complete('Eerst leeg'));
  await submit(page);
  await expect(page).toHaveURL(THANKED);
  forgive(complaints, /status of 422|ERR_FAILED|failed/i);
});

test('a form whose code could not load without a connection says so and keeps its values', async ({
  page,
  context,
  complaints,
}) => {
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await page.goto('/nl/contact/');
  await context.setOffline(true);
  await fill(page, complete('Zonder bereik begonnen'));
  await submit(page);
  await expect.poll(() => said).toEqual([expect.stringContaining('U bent offline.')]);
  await expect(page).toHaveURL('/nl/contact/');
  await context.setOffline(false);
  await touch(page);
  await expect(page.locator('[name=message]')).toHaveValue('Zonder bereik begonnen');
  await submit(page);
  await expect(page).toHaveURL(THANKED);
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});
