import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandCss, brandFonts, markIcon } from '../../src/features/brand/brand-css.ts';
import { paletteFaults } from '../../src/features/brand/check-palette.ts';
import { contrastOf, DEFAULT_PALETTES, palettesOf, SCHEMES } from '../../src/features/brand/palette.ts';
import { type BrandSettings, brandSettings } from '../../src/features/brand/settings.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const cssOf = (given: object) => {
  const brand = brandSettings.parse(given) as BrandSettings;
  return brandCss(
    brand,
    brandFonts(brand, (key) => `/${key}.woff2`),
  );
};
const issuesOf = (given: object) =>
  (brandSettings.safeParse(given).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the look of the product', () => {
  const valuesIn = (css: string, scheme: 'light' | 'dark') => {
    const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
    return Object.fromEntries(
      [...(scheme === 'light' ? light : dark).matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, role, colour]) => [
        role,
        colour,
      ]),
    );
  };

  test.each(SCHEMES)('has the same %s colours in its styles and in mails, drawings and icons', (scheme) => {
    const styles = {
      ...valuesIn(read('src/ui/tokens.css'), scheme),
      ...valuesIn(read('src/features/map/frame.css'), scheme),
    };
    const { 'band-accent': bandAccent, ...palette } = DEFAULT_PALETTES[scheme];
    expect(styles).toMatchObject(palette);
    expect(read('src/layout/late.css')).toContain(`var(--band-accent, ${bandAccent})`);
  });

  test('is what an empty brand gives, without a byte in the pages', () => {
    expect(palettesOf({})).toEqual(DEFAULT_PALETTES);
    expect(cssOf({})).toBe('');
    expect(paletteFaults()).toEqual([]);
  });

  test('has the icon that a plain build serves', () => {
    expect(read('public/favicon.svg')).toBe(markIcon(DEFAULT_PALETTES));
  });
});

describe('the colours of a brand', () => {
  test('that cannot be read are refused with the nearest one that can', () => {
    const [issue = '', ...others] = issuesOf({ colours: { accent: '#f7a600' } });
    expect(others).toEqual([]);
    expect(issue).toMatch(
      /^colours\.accent: text in the accent on the page \(#f7a600 on #f7f4ed\) has a contrast of 1\.8/,
    );
    const [, better = ''] = /nearest colour that can be read is (#[0-9a-f]{6})/.exec(issue) ?? [];
    expect(issuesOf({ colours: { accent: better } })).toEqual([]);
  });

  test.each([
    [{ colours: { ink: '#888888' } }, /^colours\.ink: text on the page/],
    [{ colours: { action: '#ffd200' } }, /^colours\.action: a button on the page/],
    [{ colours: { page: '#222222' } }, /^colours\.page: .*choose a light colour/],
    [{ dark: { page: '#eeeeee' } }, /^dark\.page: .*choose a dark colour/],
    [{ dark: { accent: '#552211' } }, /^dark\.accent: text in the accent on .* in dark mode/],
    [{ colours: { ink: 'navy' } }, /^colours\.ink: Expected a colour in six hexadecimal digits/],
    [{ radius: 40 }, /^radius: /],
    [{ display: 'comic' }, /^display: /],
    [{ logo: { light: { file: '../logo.svg' } } }, /^logo\.light\.file: Expected a path below content\/media\//],
  ])('%j is refused', (given, message) => {
    const issues = issuesOf(given);
    expect(issues.length).toBeGreaterThan(0);
    expect(issues[0]).toMatch(message);
  });

  test('that are accepted can be read everywhere, in light and dark', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    let accepted = 0;
    fc.assert(
      fc.property(colour, colour, colour, (action, accent, band) => {
        if (!brandSettings.safeParse({ colours: { action, accent, band } }).success) return;
        accepted += 1;
        for (const palette of Object.values(palettesOf({ colours: { action, accent, band } }))) {
          const pairs: [string, string][] = [
            [palette['on-action'], palette.action],
            [palette['on-accent'], palette.accent],
            [palette.accent, palette.page],
            [palette.accent, palette.raised],
            [palette['on-band'], palette.band],
            [palette['on-band-2'], palette.band],
            [palette['ink-2'], palette.sunk],
          ];
          for (const [front, back] of pairs) expect(contrastOf(front, back)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 120, seed: 26 },
    );
    expect(accepted).toBeGreaterThan(8);
  });
});

describe('the styles of a brand', () => {
  test('name what differs only, in the layer of the brand', () => {
    const css = cssOf({ colours: { accent: '#8a3324' }, radius: 8, slab: false });
    expect(css).toMatch(/^@layer brand\{/);
    expect(css).toContain('--accent:#8a3324');
    expect(css).toContain('--radius:8px');
    expect(css).toContain('--slab:0');
    expect(css).not.toContain('--page:');
    expect(css).not.toContain('@font-face');
  });

  test('say in dark mode what they changed in light mode, also where dark mode keeps the look of the product', () => {
    const [light = '', dark = ''] = cssOf({ colours: { page: '#fffdf5', band: '#06332a' } }).split('@media');
    const rolesIn = (css: string) => [...css.matchAll(/--([a-z0-9-]+):#/g)].map(([, role]) => role);
    expect(rolesIn(light)).toContain('page');
    expect(rolesIn(dark)).toEqual(expect.arrayContaining(rolesIn(light)));
    expect(dark).toContain(`--page:${DEFAULT_PALETTES.dark.page}`);
  });

  test('bring the fonts that were chosen, with local ones of the same size', () => {
    const css = cssOf({ text: 'figtree', display: 'same-as-text' });
    expect(css).toMatch(/@font-face\{font-family:'Brand Text';src:url\(\/figtree\.woff2\)/);
    expect(css).toMatch(/'Brand Text Fallback';src:local\('Arial'\).*size-adjust:101\.7%/);
    expect(css).toContain('--display:var(--text)');
  });

  test('use an own font with what was read of its letters', () => {
    const metrics = { isSerif: true, sizeAdjust: 104, ascent: 90, descent: 25, lineGap: 0 };
    const css = cssOf({ displayFont: { file: 'brand/own.woff2', weight: '600', v: '0123abcd', metrics } });
    expect(css).toContain("src:url(/brand/display.woff2?v=0123abcd) format('woff2');font-weight:600");
    expect(css).toMatch(/'Brand Display Fallback';src:local\('Times New Roman'\).*size-adjust:104%/);
  });

  test('give a logo without a dark one a light ground', () => {
    const light = { file: 'brand/logo.svg', v: 'a', width: 100, height: 40 };
    expect(cssOf({ logo: { light } })).toContain('.plate{background:#f7f4ed');
    expect(cssOf({ logo: { light, dark: light } })).not.toContain('.plate');
  });
});
