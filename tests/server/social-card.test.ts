import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { DISPLAY_FAMILIES, TEXT_FAMILIES } from '../../src/features/brand/palette.ts';
import { type CardFacts, cardVersion } from '../../src/features/seo/card.server.ts';
import { drawCard, drawText } from '../../src/features/seo/cards.server.ts';
import { drawnBrand } from '../support/drawn-brand.ts';

const facts: CardFacts = {
  agency: 'Kantoor Proefhof',
  title: 'Patiovilla aan de rand van het park',
  price: '€ 1.145.000',
  line: 'Wemmel, 5 slpk., 312 m²',
  label: { text: 'A++', step: 1 },
  photo: null,
  brand: 'none',
};
const brand = await drawnBrand();
const sizeOf = async (picture: Buffer) => {
  const { width, height, format } = await sharp(picture).metadata();
  return { width, height, format };
};

describe('the card of a property', () => {
  test('is 1200 by 630, with a photograph and without', async () => {
    const photo = readFileSync('tests/fixtures/agency/media/photos/photo-05.jpg');
    for (const picture of [
      await drawCard(facts, photo, brand),
      await drawCard(facts, null, brand),
      await drawCard(facts, Buffer.from('no picture'), brand),
    ])
      expect(await sizeOf(picture)).toEqual({ width: 1200, height: 630, format: 'jpeg' });
  });

  test('changes its URL with every fact that it shows', () => {
    const changed = [
      { title: 'x' },
      { price: '€ 1' },
      { line: '' },
      { label: null },
      { agency: 'y' },
      { brand: 'z' },
    ].map((one) => cardVersion({ ...facts, ...one }));
    expect(new Set([...changed, cardVersion(facts)]).size).toBe(7);
  });
});

describe('text on a card', () => {
  const box = { font: brand.fonts.display, size: 54, colour: '#16221c', width: 680, height: 190 };

  test.each([
    ['a title', 'Patiovilla aan de rand van het park'],
    ['one endless word', 'W'.repeat(110)],
    ['many words', 'Vierslaapkamerwoning met tuin '.repeat(4)],
    ['markup and signs', '</span><b>&amp;</b> "\' \u0000 € ²'],
    ['nothing', ''],
  ])('%s stays inside its box', async (_name, text) => {
    const { width, height } = await drawText(text, box);
    expect(width).toBeLessThanOrEqual(box.width);
    expect(height).toBeLessThanOrEqual(box.height);
  });

  test('is drawn with the fonts of the site: another font is wider', async () => {
    const [display, bold] = await Promise.all([
      drawText('Grimbergen', box),
      drawText('Grimbergen', { ...box, font: brand.fonts.bold }),
    ]);
    expect(display.width).not.toBe(bold.width);
  });
});

test.each(Object.keys({ ...TEXT_FAMILIES, ...DISPLAY_FAMILIES }))('%s is drawn with its own letters', async (key) => {
  const isText = key in TEXT_FAMILIES;
  const { fonts } = await drawnBrand(isText ? { text: key } : { display: key });
  const box = { size: 54, colour: '#16221c', width: 680, height: 190 };
  for (const font of isText ? [fonts.text, fonts.bold] : [fonts.display]) {
    const own = await drawText('Huis € 595.000', { ...box, font });
    const other = await drawText('Huis € 595.000', { ...box, font: { ...font, family: 'No Such Family' } });
    expect(own.input.equals(other.input), font.family).toBe(false);
  }
});
