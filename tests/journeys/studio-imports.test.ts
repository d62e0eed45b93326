import { writeImportReport } from '../../src/features/import/import-report.server.ts';
import { remark } from '../../src/i18n/remark.server.ts';
import { expectFits } from '../support/fits.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';

const PLAN = { added: [], returned: [], changed: [], removed: [], same: 3, notes: [] };

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('a value that an import left is confirmed by keyboard, and named by the reference', async ({ page, live }) => {
      const odd = [{ field: 'Price', value: 12 }];
      const why = remark('REMARK_NO_PHOTOS');
      // Each journey has a source of its own.
      await writeImportReport(live.dataDir, javaScriptEnabled ? 'whise' : 'csv', {
        ok: true,
        plan: {
          ...PLAN,
          references: { 99998: 'K-101' },
          skipped: [{ id: 99_998, why, isNew: true, odd }],
        },
      });
      await come(page, live, 'office');
      await page.goto(`${studioOf(live)}/studio/imports/`);
      const section = page.locator('section', { hasText: javaScriptEnabled ? 'whise' : 'csv' });
      await expect(section).toContainText('K-101');
      if (javaScriptEnabled) await expectFits(page);
      await section.getByRole('button', { name: 'Klopt, overnemen: K-101' }).press('Enter');
      await expect(page.getByRole('status').first()).toContainText('de volgende import neemt deze waarden over');
      await expect(section).toContainText('Bevestigd');
      await expect(section.getByRole('button')).toHaveCount(0);
    });
  });
}
