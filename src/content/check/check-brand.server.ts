import { join } from 'node:path';
import { brandBytes, metricsOf, sizeOfDrawing } from '../../features/brand/brand-media.server.ts';
import type { BrandDrawing, BrandSettings } from '../../features/brand/settings.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

const FILE = 'settings/brand.json';
/** The most that a drawing may weigh: the logo is part of every first view. */
const MOST_DRAWING = 40_000;
/** The most that both fonts may weigh together, so that a first view stays within 90 KB. */
const MOST_FONTS = 42_000;
/** The sharpest screens show a logo of 36 pixels with 108. */
const LEAST_LOGO = 72;
const MOST_UNEVEN = 1.2;
/** What an SVG may not have: code, and anything that another server sends. */
const UNSAFE =
  /<script|<foreignObject|\son[a-z]+\s*=|(?:href|src)\s*=\s*["'](?:https?:|\/\/|javascript:)|@import|<!ENTITY/i;

/** Letters that need a font, which a drawing cannot bring. */
const LETTERS = /<text[\s>]/i;

/** The title of the drawings that `brand use` writes. */
const EXAMPLE = /<title>[^<]*\(example\)<\/title>/;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;

/** Reports logos, icons and fonts of the brand that are absent, unreadable, unsafe, too small or too heavy. */
export async function checkBrand({ settings: { brand } }: Content, contentDir: string): Promise<ContentProblem[]> {
  const mediaDir = join(contentDir, 'media');
  const drawings = [
    ['logo.light', brand.logo?.light],
    ['logo.dark', brand.logo?.dark],
    ['icon', brand.icon],
  ] as const;
  const found = await Promise.all(drawings.map(([field, drawing]) => checkDrawing(field, drawing, mediaDir)));
  return [...found.flat(), ...(await checkFonts(brand, mediaDir))];
}

const problemAt = (field: string, file: string, severity: 'error' | 'warn' = 'error') => {
  const path = [...field.split('.'), 'file'];
  const report = foundWith(severity, 'picture');
  return (allowed: string) => report({ file: FILE, field: path.join('.'), path, found: shown(file), allowed });
};

async function checkDrawing(
  field: string,
  drawing: BrandDrawing | undefined,
  mediaDir: string,
): Promise<ContentProblem[]> {
  if (!drawing) return [];
  const wrong = problemAt(field, drawing.file);
  const bytes = await brandBytes(mediaDir, drawing);
  if (!bytes) return wrong('there is no such file in content/media/');
  const isSvg = drawing.file.toLowerCase().endsWith('.svg');
  const size = await sizeOfDrawing(bytes);
  if (!size) return wrong(`this is no ${isSvg ? 'SVG' : 'PNG'} that can be drawn; export it again`);
  if (isSvg && UNSAFE.test(bytes.toString('utf8')))
    return wrong('this SVG has a script, or loads something from elsewhere; export it as a plain drawing');
  const letters = isSvg ? LETTERS.exec(bytes.toString('utf8')) : null;
  if (letters)
    return wrong(
      `line ${lineOf(letters)} has letters (<text>), which each browser draws ` +
        'in another font; convert them to paths and export it again',
    );
  if (bytes.length > MOST_DRAWING)
    return wrong(`it weighs ${kilobytes(bytes.length)}; make it lighter than ${kilobytes(MOST_DRAWING)}`);
  const better = problemAt(field, drawing.file, 'warn');
  if (isSvg && EXAMPLE.test(bytes.toString('utf8')))
    return better('this is the drawing of an example brand; replace it with your own');
  if (field !== 'icon')
    return !isSvg && size.height < LEAST_LOGO
      ? better(`it is ${size.height} pixels high; a logo needs ${LEAST_LOGO} to look sharp`)
      : [];
  const uneven = Math.max(size.width, size.height) / Math.min(size.width, size.height);
  return uneven > MOST_UNEVEN
    ? better(`it is ${Math.round(size.width)} by ${Math.round(size.height)}; an icon is square`)
    : [];
}

const lineOf = ({ input, index }: RegExpExecArray) => input.slice(0, index).split('\n').length;

async function checkFonts({ textFont, displayFont }: BrandSettings, mediaDir: string): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  let total = 0;
  for (const [field, font] of Object.entries({ textFont, displayFont })) {
    if (!font) continue;
    const wrong = problemAt(field, font.file);
    const bytes = await brandBytes(mediaDir, font);
    if (!bytes) problems.push(...wrong('there is no such file in content/media/'));
    else if (!(await metricsOf(bytes, font.serif))) problems.push(...wrong('this is no WOFF2 font; convert it'));
    else total += bytes.length;
    if (total > MOST_FONTS)
      problems.push(
        ...wrong(
          `the fonts weigh ${kilobytes(total)} together, and may weigh ${kilobytes(MOST_FONTS)}; leave out the ` +
            'letters that your languages do not use (pyftsubset does that)',
        ),
      );
  }
  return problems;
}
