import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { FORMS } from '../../src/features/lead/forms.ts';
import { captchaText } from '../../src/features/lead/robot-check.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { previewKey } from '../../src/platform/signing/signature.server.ts';
import { expect, forgive, test } from '../support/live-journey.ts';
import { LIVE_SECRET, type LiveSite } from '../support/live-site.ts';
import { HOSTILE_PROPERTY } from '../support/odd-content.ts';
import { right } from '../support/post.ts';

const CODE =
  `"'></title></textarea></script><script>alert(1)</script>` + '<svg/onload=alert(1)><img src=x onerror=alert(1)>';
const HANDLER = `" autofocus onfocus="alert(1)" x='`;
const OWN_PROPERTY = '35187';

// Only the escaping of text may keep code from running: no policy protects these pages.
test.use({ bypassCSP: true });

/** Counts what runs on a page from now on. */
function watch(page: Page): { ran: string[] } {
  const found = { ran: [] as string[] };
  page.on('dialog', (dialog) => {
    found.ran.push(page.url());
    void dialog.dismiss();
  });
  return found;
}

/** Posts a valid form as a script does, its captcha typed, with hostile values in every free field. */
async function post(page: Page, form: string, free: Record<string, string>): Promise<{ reference?: string }> {
  const values = right(form);
  const captcha = captchaText(LIVE_SECRET, String(values.token).split('.')[0]!);
  const response = await page.request.post(`/api/forms/${form}`, {
    data: { ...values, captcha, ...free },
    headers: { origin: new URL(page.url()).origin },
  });
  return response.json();
}

async function seen(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page
      .locator('input:visible')
      .first()
      .focus({ timeout: 200 })
      .catch(() => {});
  }
}

function mailsOf(live: LiveSite): string[] {
  const handle = new DatabaseSync(live.databaseFile, { readOnly: true, timeout: 5000 });
  const rows = handle.prepare('select subject, html from outbox where html is not null').all();
  handle.close();
  return rows.map(({ html }) => String(html));
}

test('without a policy the code of this test would run', async ({ page, complaints }) => {
  const found = watch(page);
  await page.goto('/nl/');
  await page.evaluate((code) => document.body.insertAdjacentHTML('beforeend', code), CODE);
  await expect.poll(() => found.ran.length).toBeGreaterThan(0);
  forgive(complaints, /status of 404/);
});

test('code that visitors send runs in no page, preview, portal or mail', async ({ page, live, complaints }) => {
  const found = watch(page);
  await page.goto('/nl/');
  const sent = await post(page, 'testimonial', {
    firstName: CODE.slice(0, 60),
    lastName: CODE.slice(0, 60),
    message: CODE,
    place: CODE.slice(0, 60),
  });
  for (const form of ['contact-me', 'contact-demand', 'send-to-friend', 'offer', 'site-contact'])
    await post(page, form, {
      firstName: HANDLER,
      yourName: HANDLER,
      lastName: CODE.slice(0, 60),
      message: CODE,
      street: CODE.slice(0, 60),
      remark: CODE,
    });
  const approve = mailLinkToken(LIVE_SECRET, { do: 'approve', reference: sent.reference ?? '' });
  await seen(page, [`/nl/m/${approve}/`]);
  await page.locator('main form button').click();
  await expect(page).toHaveURL(/\?done$/);
  const path = '/nl/testimonials/';
  const key = previewKey({ path, until: Date.now() + 60_000, secret: LIVE_SECRET });
  await page.goto(`${path.replace('/nl/', '/nl/preview/')}?key=${encodeURIComponent(key)}`);
  await expect(page.locator('main')).toContainText('<img src=x onerror=alert(1)>');

  // The portal shows what the agency's own system reports about visitors.
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db
    .updateTable('property_entries')
    .set({ contact: CODE, subject: CODE, comment: CODE, status: HANDLER, source: CODE, link: 'javascript:alert(1)' })
    .execute();
  await database.close();
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  await page.goto('/nl/login/');
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('.login form button:not(.quiet)').click();
  const portal = [
    '',
    'bezoeken/',
    'communicatie/',
    'media/',
    'verschijningen/',
    'statistieken/',
    'documenten/',
    'advertentie/',
  ];
  for (const section of portal) {
    await page.goto(`/nl/eigenaar/${section}?property=${OWN_PROPERTY}`);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  }

  const mails = mailsOf(live);
  expect(mails.filter((html) => html.includes('onerror=alert')).length).toBeGreaterThan(5);
  for (const html of mails) await page.setContent(html);
  expect(found.ran).toEqual([]);
  forgive(complaints, /status of 404/);
});

/** Forms that are shown for a property only. */
const WITH_PROPERTY: Readonly<Record<string, string>> = {
  'follow-properties': '/nl/panden-volgen/?ids=35187',
  offer: '/nl/offer/?property=35187',
};

test('code in content and URLs runs in no page, list, map, search or form', async ({ page, complaints }) => {
  const found = watch(page);
  const code = encodeURIComponent(CODE);
  await seen(page, [
    `/nl/te-koop/x/y/${HOSTILE_PROPERTY}/`,
    `/de/zu-verkaufen/x/y/${HOSTILE_PROPERTY}/`,
    `/nl/statistieken/?property=${HOSTILE_PROPERTY}`,
    `/nl/contact-me/?property=${HOSTILE_PROPERTY}&message=${code}&email=${code}`,
    `/nl/hou-me-op-de-hoogte/?types=${code}&towns=${code}&search=${code}`,
    `/nl/zoeken/?q=${code}`,
    `/nl/zoeken/?q=${HOSTILE_PROPERTY}`,
    `/nl/te-koop/?city=${code}&sort=${code}&type=2`,
    `/nl/contact-me/bedankt/?r=${code}`,
    `/nl/m/${code.slice(0, 60)}/?done`,
    `/nl/login/?next=${code}`,
    `/nl/login/?next=javascript:alert(1)`,
    `/nl/eigenaar/bezoek/?token=${code}`,
    '/nl/markup-nl/',
    `/nl/te-koop/?minPrice=1#${code}`,
    `/map/frame/#${code}`,
  ]);
  // What scripts put into pages: the search box and the map.
  await page.goto('/nl/');
  await page.locator('main input[name=q]').click();
  await page.locator('main input[name=q]').fill(String(HOSTILE_PROPERTY));
  await expect(page.locator('main [role=listbox] a.hit')).toContainText('onerror=alert');
  await page.goto('/nl/te-koop/?type=1');
  await page.locator('details.map > summary').click();
  await expect(page.frameLocator('.map iframe').locator('map-frame[data-drawn]')).toBeVisible();
  // A form that comes back with its values kept.
  for (const { name } of FORMS) {
    await page.goto(WITH_PROPERTY[name] ?? `/api/forms/${name}`);
    await page.evaluate(
      ([name, ...texts]) => {
        const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`)!;
        for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
          if (field.type === 'checkbox' || field.type === 'radio') continue;
          const extra = document.createElement('input');
          Object.assign(extra, { type: 'hidden', name: field.name, value: texts[field.name.length % texts.length] });
          if (field.name !== 'language') field.replaceWith(extra);
        }
        HTMLFormElement.prototype.submit.call(form);
      },
      [name, CODE, HANDLER] as const,
    );
    await page.waitForLoadState();
    await expect(page.locator('.summary')).toBeVisible();
  }
  expect(found.ran).toEqual([]);
  forgive(complaints, /status of (404|422|400)|does not conform to the required format/);
});
