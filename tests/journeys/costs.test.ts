import { expect, test } from '../support/journey.ts';

for (const [language, list, words] of [
  [
    'nl',
    '/nl/te-koop/',
    { all: 'Alles samen ongeveer', price: 'Prijs (€)', work: 'Bereken', relief: 'Enige eigen woning: 2 %' },
  ],
  [
    'fr',
    '/fr/a-vendre/',
    { all: 'Environ', price: 'Prix (€)', work: 'Calculer', relief: 'Habitation propre et unique : 2 %' },
  ],
] as const) {
  test.describe(language, () => {
    test.use({ javaScriptEnabled: language === 'nl', viewport: { width: 390, height: 844 } });

    test('the line with all costs leads to the computation, where another price gives another sum', async ({
      page,
    }) => {
      await page.goto(`${list}x/y/35109/`);
      const line = page.locator('.pricebox a', { hasText: words.all });
      const text = await line.innerText();
      await line.click();
      const sum = page.locator('.in-all');
      await expect(sum).toHaveText(text);
      await page.getByLabel(words.price, { exact: true }).fill('300.000');
      await page.getByLabel(words.relief.replaceAll(/ (?=[%:])/g, '\u00a0')).check();
      await page.getByRole('button', { name: words.work }).press('Enter');
      await expect(page).toHaveURL(/price=300\.000.*relief=only-home.*#sum$/);
      await expect(sum).not.toHaveText(text);
      await expect(sum).toBeInViewport();
      await expect(page.getByRole('row', { name: /6\.000/ })).toBeVisible();
    });
  });
}
