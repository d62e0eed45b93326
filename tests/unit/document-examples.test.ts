import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SETTINGS } from '../../src/content/settings/settings.ts';
import { office } from '../../src/features/agency/settings.ts';
import { brandSettings } from '../../src/features/brand/settings.ts';
import { article, member } from '../../src/features/page/article.ts';
import { page } from '../../src/features/page/page.ts';
import { city, propertyType } from '../../src/features/place/region.ts';
import { project } from '../../src/features/property/project.ts';
import { propertySchema as property } from '../../src/features/property/property.ts';

const documentsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const hasExample = (file: string) => /^ *```json$/m.test(readFileSync(file, 'utf8'));
const DOCUMENTS = ['README.md', 'content/README.md', ...documentsIn('docs')].filter(hasExample);
const WHOLE = [article, member, page, city, propertyType, property, office, brandSettings];
const PARTS = [...Object.values(SETTINGS), office, project, property];

/** A schema in which every field may be left out, those of its objects too. */
const partOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodObject
    ? z
        .strictObject(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, partOf(field)])))
        .partial()
    : schema;

describe.each(DOCUMENTS)('the examples of %s', (document) => {
  const blocks = [...readFileSync(document, 'utf8').matchAll(/^ *```json\n([\s\S]*?)^ *```/gm)].map(
    ([, text]) => text!,
  );
  test.each(blocks)('are content that the check accepts: %s', (text) => {
    const example = JSON.parse(text);
    const reasons = [...WHOLE, ...PARTS.map(partOf)].map((schema) => {
      const { error } = z.safeParse(schema, example);
      return error ? z.prettifyError(error) : '';
    });
    expect(reasons, reasons.toSorted((a, b) => a.length - b.length)[0]).toContain('');
  });
});
