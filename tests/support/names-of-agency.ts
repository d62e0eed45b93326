import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPhone } from '../../src/platform/text/contact-details.ts';
import { projectDir } from './test-site.ts';

const read = (file: string) => JSON.parse(readFileSync(join(projectDir, 'content', file), 'utf8'));
const all = (folder: string) =>
  readdirSync(join(projectDir, 'content', folder)).map((file) => read(`${folder}/${file}`));

/** Words in names of agencies that belong to none of them. */
const COMMON = /^(immo|vastgoed|kantoor|agence|makelaar.*|bv|nv|srl|en|et|de|van)$/i;

/**
 * What only the agency in content/ is called: its names, addresses, people, numbers and titles. `isWhole`: also what a
 * site would show of it, such as the proper words of its name and its telephone number as it is written.
 */
export function namesOfAgency({ isWhole = false } = {}): string[] {
  const { agency } = read('settings/site.json');
  const properties = all('properties');
  const shown = isWhole
    ? [
        ...agency.name.split(/\s+/).filter((word: string) => !COMMON.test(word)),
        ...[
          formatPhone(agency.phone, { phoneFormat: 'grouped' }),
          agency.phone.replace(/^0/, '+32'),
          agency.street,
          agency.thirdPartyAccount,
        ],
        ...Object.values(agency.tagline as Record<string, string>),
        ...Object.values(agency.insurance as Record<string, string>),
        ...all('testimonials').flatMap(({ name }) => (typeof name === 'string' ? [name] : Object.values(name))),
      ]
    : [];
  return [
    ...[
      agency.name,
      agency.legalName,
      agency.email.split('@')[1],
      agency.phone,
      agency.companyNumber,
      agency.bivNumber,
    ],
    ...all('category/team').flatMap(({ id, name, email }) => [id, name, email]),
    ...properties.flatMap(({ ID, RecordFile, TypeDescription }) => [String(ID), RecordFile, TypeDescription?.nl]),
    ...properties.map(({ Street, HouseNumber }) => `${Street} ${HouseNumber}`),
    ...all('projects').map(({ TypeDescription }) => TypeDescription.nl),
    read('demo/portal.json').owner.email,
    ...shown,
  ].filter((name) => typeof name === 'string' && name.length > 3);
}

/** A pattern that finds any of the names as a word of its own. */
export function patternOf(names: Iterable<string>, flags = 'gu'): RegExp {
  const words = [...new Set(names)].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\d])(${words.join('|')})(?![\\p{L}\\d])`, flags);
}
