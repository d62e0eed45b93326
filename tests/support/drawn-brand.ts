import { tmpdir } from 'node:os';
import { brandSettings } from '../../src/domain/brand/brand-settings.ts';
import { openDrawnBrands } from '../../src/server/catalogue/brand/drawn-brand.ts';

/** What drawings need of a brand without files of its own. */
export const drawnBrand = (given: Parameters<typeof brandSettings.parse>[0] = {}) =>
  openDrawnBrands({ mediaDir: 'tests/fixtures/agency/media', dataDir: tmpdir() })(brandSettings.parse(given));
