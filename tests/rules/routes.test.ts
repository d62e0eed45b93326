import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FORMS } from '../support/page-paths.ts';

/** The route map of the specification: page, Dutch and French path. Written out by hand on purpose. */
const SPECIFIED = [
  ['home', '', ''],
  ['for-sale', 'te-koop', 'a-vendre'],
  ['for-rent', 'te-huur', 'a-louer'],
  ['contact', 'contact', 'contact'],
  ['about', 'over-ons', 'qui-sommes-nous'],
  ['demand-register', 'hou-me-op-de-hoogte', 'tenez-moi-au-courant'],
  ['contact-demand', 'gratis-schatting', 'estimation-gratuite'],
  ['legal-notices', 'verplichte-vermeldingen', 'mentions-legales'],
  ['privacy-statement', 'privacy-statement', 'privacy-statement'],
  ['cookie-policy', 'cookie-policy', 'cookie-policy'],
  ['disclaimer', 'disclaimer', 'disclaimer'],
  ['service-selling', 'onze-diensten/verkoop', 'nos-services/vente'],
  ['service-letting', 'onze-diensten/verhuren', 'nos-services/location'],
  ['service-management', 'onze-diensten/beheer', 'nos-services/gestion'],
  ['service-inventory', 'onze-diensten/stand-van-zaken', 'nos-services/etat-des-lieux'],
  ['service-renovation', 'onze-diensten/renovatie', 'nos-services/renovation'],
  ['service-buying', 'onze-diensten/aankoop', 'nos-services/achat'],
  ...[1, 2, 3].map(
    (n) => [`testimonial-${n}`, `testimonials/testimonial-${n}`, `testimonials/testimonial-${n}`] as const,
  ),
  ...FORMS.map((form) => [`thank-you-${form}`, `${form}/bedankt`, `${form}/merci`] as const),
] as const;

interface Row {
  name: string;
  path: string;
  type: string;
  breadcrumb?: { name: Record<string, string> };
  paths: Record<string, string>;
}
const rows = JSON.parse(readFileSync('tests/fixtures/agency/routes.json', 'utf8')) as Row[];

test.each(SPECIFIED)('%s stands at /nl/%s/ and /fr/%s/', (name, nl, fr) => {
  expect(rows.filter((row) => row.name === name).map(({ paths }) => [paths.nl, paths.fr])).toEqual([[nl, fr]]);
});

describe.each(rows.map((row) => [row.name, row] as const))('the row %s', (_name, row) => {
  test('has an original path, a type of the specification and a breadcrumb in four languages', () => {
    expect(row.path).toMatch(/^\/([a-z0-9-]+\/)*$/);
    expect(['feedback', 'article', 'page', 'login']).toContain(row.type);
    for (const code of ['nl', 'fr', 'en', 'de']) expect(row.breadcrumb?.name[code], code).toMatch(/\S/);
  });

  test('has a path of plain letters in four languages', () => {
    for (const code of ['nl', 'fr', 'en', 'de'])
      expect(row.paths[code], code).toMatch(/^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/);
  });
});
