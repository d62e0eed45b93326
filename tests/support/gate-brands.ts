import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { brandCss, brandFonts } from '../../src/features/brand/brand-css.ts';
import { brandSettings } from '../../src/features/brand/settings.ts';

/** A look that the visual gate tries: the styles of its brand, and the families whose fonts they bring. */
export interface GateBrand {
  name: string;
  css: string;
  families: string[];
}

const EXAMPLES = join(import.meta.dirname, '../../src/features/brand/examples');
const FONTS = join(import.meta.dirname, '../../src/ui/fonts');

const fontUrl = (key: string) =>
  `data:font/woff2;base64,${readFileSync(join(FONTS, `${key}.woff2`)).toString('base64')}`;

/** The logo is left out: what its rules need of the drawing is filled in where the content is read. */
function gateBrand(name: string, settings: Record<string, unknown>): GateBrand {
  const brand = brandSettings.parse({ ...settings, logo: undefined, icon: undefined });
  // The fonts of the product are put in like those of a brand: none may be missing when the gate looks.
  const fonts = brandFonts(brand, fontUrl).map((font) => ({ ...font, isDefault: false }));
  return {
    name,
    css: brandCss(brand, fonts).replaceAll('font-display:optional', 'font-display:block'),
    families: fonts.map(({ role }) => (role === 'text' ? 'Brand Text' : 'Brand Display')),
  };
}

const example = (name: string) =>
  gateBrand(name, JSON.parse(readFileSync(join(EXAMPLES, name, 'brand.json'), 'utf8')) as Record<string, unknown>);

/** The look of the product and the three example brands. */
export const GATE_BRANDS: readonly GateBrand[] = [
  gateBrand('product', {}),
  ...['linde', 'kade', 'atelier'].map((name) => example(name)),
];

/** Puts a brand into the loaded page, instead of the one before, and waits for its fonts. */
export async function putBrand(page: Page, { css, families }: GateBrand): Promise<void> {
  const missing = await page.evaluate(
    async ([styles, names]) => {
      const style = document.querySelector('#gate-brand') ?? document.createElement('style');
      style.id = 'gate-brand';
      style.textContent = styles;
      document.head.append(style);
      const loaded = await Promise.all(names.map((name) => document.fonts.load(`1em '${name}'`)));
      await document.fonts.ready;
      return names.filter((_, at) => !loaded[at]?.some(({ status }) => status === 'loaded'));
    },
    [css, families] as const,
  );
  if (missing.length > 0) throw new Error(`The fonts of ${missing.join(', ')} did not load`);
}
