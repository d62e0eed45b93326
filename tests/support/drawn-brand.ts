import { tmpdir } from 'node:os';
import { openDrawnBrands } from '../../src/features/brand/drawn-brand.server.ts';
import { brandSettings } from '../../src/features/brand/settings.ts';

/** What drawings need of a brand without files of its own. */
export const drawnBrand = (given: Parameters<typeof brandSettings.parse>[0] = {}) =>
  openDrawnBrands({ mediaDir: 'tests/fixtures/agency/media', dataDir: tmpdir() })(brandSettings.parse(given));
