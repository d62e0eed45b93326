import type { Page } from 'playwright/test';
import sharp from 'sharp';

/** Contrast of text in normal and in large type (WCAG 1.4.3). */
const TEXT = 4.5;
const LARGE_TEXT = 3;
/** The share of pixels behind a text that may be worse: single bright spots of a photograph hide no letter. */
const TOLERATED = 0.02;

interface TextOnPhoto {
  name: string;
  colour: [red: number, green: number, blue: number];
  isLarge: boolean;
  box: { x: number; y: number; width: number; height: number };
}

/** Runs in the page: the texts above a photograph or video, with their boxes in the window. */
function textsOnPhotos(): TextOnPhoto[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const isPhoto = (one: Element) =>
    /^(img|video)$/.test(one.localName) || getComputedStyle(one).backgroundImage.includes('url(');
  const isSolid = (one: Element) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(one).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data[3] === 255;
  };
  const texts: TextOnPhoto[] = [];
  for (const element of document.querySelectorAll('main *, header *')) {
    const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!text || element.closest('.vh, .skip, svg')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { x, y, width, height } = range.getBoundingClientRect();
    if (width < 2 || height < 2 || x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight) continue;
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
    const below = stack.slice(stack.indexOf(element));
    const photo = stack.includes(element) ? below.findIndex(isPhoto) : -1;
    if (photo < 1 || below.slice(0, photo).some(isSolid)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const size = Number.parseFloat(fontSize);
    texts.push({
      name: `${element.localName}.${element.className} ${text.textContent?.trim().slice(0, 30)}`,
      colour: [red, green, blue],
      isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
      box: { x, y, width, height },
    });
  }
  return texts;
}

const luminance = (red: number, green: number, blue: number) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * Measures the texts in the window that stand on a photograph against the pixels behind them. Returns one line for each
 * whose contrast is too low.
 */
export async function photoContrastFaults(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textsOnPhotos);
  if (texts.length === 0) return [];
  const faults: string[] = [];
  const hide = await page.addStyleTag({ content: '*, *::before { color: transparent !important; text-shadow: none }' });
  for (const { name, colour, isLarge, box } of texts) {
    const picture = await page.screenshot({ clip: box, animations: 'disabled' });
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const own = luminance(...colour);
    const ratios: number[] = [];
    for (let at = 0; at < data.length; at += info.channels) {
      const behind = luminance(data[at]!, data[at + 1]!, data[at + 2]!);
      ratios.push((Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05));
    }
    ratios.sort((a, b) => a - b);
    const worst = ratios[Math.floor(ratios.length * TOLERATED)] ?? 21;
    if (worst < (isLarge ? LARGE_TEXT : TEXT)) faults.push(`${name} ${worst.toFixed(2)}:1`);
  }
  await hide.evaluate((style) => (style as Element).remove());
  return faults;
}
