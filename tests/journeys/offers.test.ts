import { enterPortal } from '../support/enter-portal.ts';
import { expectFits } from '../support/fits.ts';
import {
  confirmAmount,
  expect,
  fill,
  forgive,
  referenceOn,
  submit,
  test,
  touch,
  typeCharacters,
} from '../support/live-journey.ts';
import { come, mailsTo, studioOf } from '../support/studio-journey.ts';
import { linksIn } from '../support/submit.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('an offer is made, countered, seen by bidder and owner, made again, accepted and no longer withdrawn', async ({
    page,
    live,
    complaints,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const email = `bid.${Date.now()}@visitor.example`;
    const bid = async (price: string) => {
      await page.goto('/nl/offer/?property=35187');
      await fill(page, { ...VALID_VALUES.offer, email, price, financing: 'loan' });
      await typeCharacters(page);
      await submit(page);
      await confirmAmount(page, 'offer', () => typeCharacters(page));
      forgive(complaints, /status of 422/);
      return referenceOn(page);
    };
    const receiptOf = (at: number) =>
      `/nl/m/${linksIn(mailsTo(live, email).filter(({ kind }) => kind === 'offer-receipt')[at] as never)[0]}/`;
    const first = await bid('560000');
    await page.goto(receiptOf(0));
    await expect(page.getByRole('status')).toHaveText('Wacht op de beslissing van de eigenaar');
    await expect(page.getByRole('button', { name: 'Bod intrekken' })).toBeVisible();

    await come(page, live);
    await page.goto(`${studioOf(live)}/studio/leads/${first}/`);
    await page.getByText('Tegenvoorstel doen').first().click();
    await page.getByLabel('Tegenvoorstel in euro').fill('575.000');
    await page.getByRole('button', { name: 'Tegenvoorstel doen' }).click();
    await expect(page.getByRole('status').first()).toContainText('De beslissing is genoteerd');
    await page.goto(receiptOf(0));
    await expect(page.getByRole('status')).toHaveText('Tegenvoorstel gedaan');
    await expect(page.getByText(/€\s575\.000/)).toBeVisible();
    await page.getByRole('link', { name: 'Een nieuw bod doen' }).click();
    await expect(page).toHaveURL(/\/nl\/offer\/\?property=35187/);

    const second = await bid('575000');
    await page.goto(`${studioOf(live)}/studio/leads/${second}/`);
    await expect(page.getByRole('link', { name: /€\s560\.000/ })).toBeVisible();
    await page
      .getByText(/^Aanvaarden: €\s575\.000$/)
      .first()
      .click();
    await page.getByRole('button', { name: /^Aanvaarden: €/ }).click();
    await expect(page.getByText('Aanvaard', { exact: true }).first()).toBeVisible();
    await page.goto(receiptOf(1));
    await expect(page.getByRole('status')).toHaveText('Aanvaard');
    await expect(page.getByRole('button', { name: 'Bod intrekken' })).toHaveCount(0);
    await enterPortal(page, live, '/nl/login/?next=%2Fnl%2Feigenaar%2Fbiedingen%2F%3Fproperty%3D35187');
    await expect(page.getByRole('row', { name: /€\s575\.000.*Aanvaard/ })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Maertens');
  });
});

test('offers in the studio, on the page of the bidder and in the portal are accessible and fit', async ({
  page,
  live,
  complaints,
}) => {
  const email = `fits.${Date.now()}@visitor.example`;
  await page.goto('/de/offer/?property=35187');
  await touch(page);
  await fill(page, { ...VALID_VALUES.offer, email });
  await submit(page);
  await confirmAmount(page, 'offer');
  forgive(complaints, /status of 422/);
  const reference = await referenceOn(page);
  const [receipt] = mailsTo(live, email).filter(({ kind }) => kind === 'offer-receipt');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/de/m/${linksIn(receipt as never)[0]}/`);
  await expectFits(page, 'the page of the bidder');
  await enterPortal(page, live, '/de/login/');
  await page.goto('/de/eigentuemer/kaufangebote/?property=35187');
  await expectFits(page, 'the portal');
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  await expectFits(page, 'the lead in the studio');
});
