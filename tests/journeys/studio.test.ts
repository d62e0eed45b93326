import { expectFits } from '../support/fits.ts';
import { expect, forgive, test } from '../support/live-journey.ts';
import { STAFF_PASSWORD, totpCode } from '../support/staff.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('a lead is taken, noted, answered, the answer taken back and sent, and the next one opens', async ({
      page,
      live,
    }) => {
      const email = `an.${Date.now()}@visitor.example`;
      const first = await putLead(live, { email, name: 'Anna' });
      await putLead(live, { email: `tom.${Date.now()}@visitor.example`, name: 'Tom' });
      await come(page, live);
      await page.goto(`${studioOf(live)}/studio/leads/?q=${encodeURIComponent(email)}`);
      await page.getByRole('link', { name: 'Anna Peeters' }).click();
      await expect(page.getByText('Is het nog vrij?')).toBeVisible();
      await page.getByRole('button', { name: 'Ik neem dit' }).click();
      await expect(page.getByText('Bij Lotte Maes')).toBeVisible();
      const text = page.getByLabel('Tekst');
      await page.getByLabel('Notitie voor collega’s').fill('Belt morgen terug');
      await page.getByRole('button', { name: 'Notitie bewaren' }).click();
      await expect(page.getByText('Notitie van Lotte Maes')).toBeVisible();
      await text.fill('Te snel geschreven');
      await page.getByRole('button', { name: 'Antwoord versturen' }).click();
      await page.getByRole('button', { name: 'Ongedaan maken' }).click();
      await expect(page.getByRole('status').first()).toContainText('Niet verstuurd');
      await expect(text).toHaveValue('Te snel geschreven');
      await text.fill('Dag Anna, het is nog vrij.');
      await page.getByRole('button', { name: 'Antwoord versturen' }).click();
      await expect(page.getByText('Antwoord van Lotte Maes')).toBeVisible();
      await expect(text).toHaveValue('');
      await page.getByRole('button', { name: 'Afgehandeld' }).click();
      await expect(page.getByRole('status').first()).toContainText('Afgehandeld');
      await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toHaveCount(0);
      const replies = live.rows('outbox').filter(({ kind, recipient }) => kind === 'reply' && recipient === email);
      expect(replies.map(({ text: words }) => String(words).includes('het is nog vrij'))).toEqual([true]);
      expect(live.rows('leads').find(({ reference }) => reference === first)).toMatchObject({ status: 'handled' });
    });

    test('the second step is set up and asked for at the next login', async ({ page, live, complaints }) => {
      const email = await come(page, live, 'office');
      await page.goto(`${studioOf(live)}/studio/factor/`);
      const key = (await page.locator('code').innerText()).replaceAll(' ', '');
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page.getByRole('alert')).toContainText('Deze code klopt niet');
      await expect(page.locator('code')).toHaveText(key.replace(/(.{4})/g, '$1 ').trim());
      await page.getByLabel('Code', { exact: true }).fill(totpCode(key));
      await page.getByRole('button', { name: 'Volgende' }).click();
      const codes = await page.locator('.s-codes code').allInnerTexts();
      expect(codes).toHaveLength(10);
      await page.getByRole('link', { name: 'Ik heb ze bewaard' }).click();
      await page.goto(`${studioOf(live)}/studio/account/`);
      await page.getByRole('button', { name: 'Afmelden' }).click();
      await page.getByLabel('E-mailadres').fill(email);
      await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
      await page.getByRole('button', { name: 'Aanmelden', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tweede stap');
      await page.getByLabel('Code', { exact: true }).fill(codes[3]!);
      await page.getByRole('button', { name: 'Volgende' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Dag');
      forgive(complaints, /422/);
    });
  });
}

test('a note that is typed survives another button, and is gone once it is added', async ({ page, live }) => {
  const reference = await putLead(live, { email: `note.${Date.now()}@visitor.example`, name: 'Nota' });
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  const note = page.getByLabel('Notitie voor collega’s');
  await page.waitForLoadState();
  await note.fill('Belt morgen terug');
  await page.getByRole('button', { name: 'Ik neem dit' }).click();
  await expect(page.getByText('Bij Lotte Maes')).toBeVisible();
  await expect(note).toHaveValue('Belt morgen terug');
  await page.getByRole('button', { name: 'Notitie bewaren' }).click();
  await expect(page.getByText('Notitie van Lotte Maes')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Notitie van Lotte Maes')).toBeVisible();
  await expect(note).toHaveValue('');
});

test('keys move through the list, open a lead, take it and write; a draft follows', async ({ page, live }) => {
  const stamp = `${Date.now()}`;
  for (const name of ['Een', 'Twee']) await putLead(live, { email: `${name}.${stamp}@visitor.example`, name });
  await come(page, live);
  // A word that is spoken to the computer arrives as letters: until they are asked for, they do nothing.
  await page.goto(`${studioOf(live)}/studio/leads/?q=${stamp}`);
  await page.keyboard.type('jean?');
  await expect(page).toHaveURL(new RegExp(`leads/\\?q=${stamp}$`));
  await page.goto(`${studioOf(live)}/studio/account/`);
  await page.getByLabel('Losse toetsen').selectOption({ label: 'Zonder Alt' });
  await page.locator('#keys').getByRole('button', { name: 'Bewaren' }).click();
  await expect(page.getByText('Bewaard.')).toBeVisible();
  await page.goto(`${studioOf(live)}/studio/leads/?q=${stamp}`);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Een Peeters' })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Twee Peeters' })).toBeVisible();
  // Keys count as soon as the script of the page has run.
  await page.waitForLoadState();
  await page.keyboard.press('a');
  await expect(page.getByText('Bij Lotte Maes')).toBeVisible();
  await page.waitForLoadState();
  await page.keyboard.press('r');
  await page.keyboard.type('Half geschreven');
  await expect(page.getByText('Klad bewaard.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Tekst')).toHaveValue('Half geschreven');
  await page.keyboard.press('n');
  await page.keyboard.type('Belt terug');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Notitie van Lotte Maes')).toBeVisible();
  await page.waitForLoadState();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Zoeken in de studio' })).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Toetsen' })).toBeVisible();
});

test('a note that is written without a connection is sent once, as soon as there is one', async ({
  page,
  live,
  context,
  complaints,
}) => {
  const reference = await putLead(live, { email: `off.${Date.now()}@visitor.example`, name: 'Offline' });
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await context.setOffline(true);
  await page.getByLabel('Notitie voor collega’s').fill('Geschreven in de kelder');
  await page.getByRole('button', { name: 'Notitie bewaren' }).click();
  await expect(page.getByText('Geen verbinding')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Notitie van Lotte Maes')).toBeVisible();
  await expect(page.locator('.s-entries .s-note')).toHaveCount(1);
  // The stream of live events is tried again meanwhile.
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});

test('somebody who reads the same lead is named', async ({ page, live, browser }) => {
  const reference = await putLead(live, { email: `two.${Date.now()}@visitor.example`, name: 'Samen' });
  const other = await (await browser.newContext()).newPage();
  await come(other, live, 'office', 'Sam De Smet');
  await other.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await expect(page.getByText('Nu ook gelezen door Sam De Smet.')).toBeVisible();
  // Of two who take it, the second one is told.
  await other.getByRole('button', { name: 'Ik neem dit' }).click();
  await page.getByRole('button', { name: 'Ik neem dit' }).click();
  await expect(page.getByRole('alert')).toContainText('Iemand anders was u net voor');
  await expect(page.getByText('Bij Sam De Smet')).toBeVisible();
  await other.context().close();
});

test.describe('a script of others on a public page', () => {
  // The policy of the pages would stop it before the studio does.
  test.use({ bypassCSP: true });

  test('reads nothing of the studio and does nothing in it', async ({ page, live, complaints }) => {
    const reference = await putLead(live, { email: `tag.${Date.now()}@visitor.example`, name: 'Tag' });
    await come(page, live);
    await page.goto(`${live.url}/nl/contact/`);
    const got = await page.evaluate(
      async ({ studio, lead }) => {
        const read = await fetch(`${studio}/studio/leads/`, { credentials: 'include' }).then(
          (response) => response.text(),
          (error: Error) => error.name,
        );
        const body = new URLSearchParams({ reference: lead, text: 'planted' });
        const posted = { method: 'POST', mode: 'no-cors', credentials: 'include', body } as const;
        const wrote = await fetch(`${studio}/studio/do/lead-note/`, posted).then(
          ({ type }) => type,
          (error: Error) => error.name,
        );
        return { read, wrote };
      },
      { studio: studioOf(live), lead: reference },
    );
    expect(got).toEqual({ read: 'TypeError', wrote: 'TypeError' });
    await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
    await expect(page.getByText('Is het nog vrij?')).toBeVisible();
    await expect(page.getByText('planted')).toHaveCount(0);
    forgive(complaints, /CORS|ERR_FAILED|NotSameOrigin/);
  });
});

test('every section is accessible and fits a small phone', async ({ page, live }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const reference = await putLead(live, { email: `axe.${Date.now()}@visitor.example`, name: 'Toegankelijk' });
  const faults = async (path: string) => {
    await page.goto(studioOf(live) + path);
    await expectFits(page, path);
  };
  await faults('/studio/login/');
  await come(page, live);
  await faults('/studio/factor/');
  for (const path of ['', 'leads/', `leads/${reference}/`, 'agenda/', 'owners/', 'people/?q=axe', 'search/?q=an'])
    await faults(`/studio/${path}`);
  for (const path of ['staff/', 'audit/', 'account/', 'figures/?by=property', 'hand-over/', 'mandate/?property=35141'])
    await faults(`/studio/${path}`);
  for (const form of ['contact-appointment', 'demand-register', 'offer'])
    await faults(`/studio/leads/new/?form=${form}`);
});
