import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../support/test-site.ts';

const contentDir = join(projectDir, 'content');
const read = (path: string) => JSON.parse(readFileSync(join(contentDir, path), 'utf8'));
const properties: Record<string, unknown>[] = readdirSync(join(contentDir, 'properties')).map((file) =>
  read(`properties/${file}`),
);

test('what an owner reads about visitors tells nothing of family, age, profession or origin', () => {
  const { entries } = read('demo/portal.json') as { entries: Record<string, { contact?: string; comment?: string }[]> };
  const viewings = entries.viewings ?? [];
  expect(viewings.length).toBeGreaterThan(5);
  expect(viewings.filter(({ contact }) => !/^Kandidaat \d/.test(contact ?? ''))).toEqual([]);
  const told = JSON.stringify(entries);
  expect(told).not.toMatch(/alleenstaand|gepensioneerd|koppel|gezin|familie|leerkracht|jong |zwanger|buitenland/i);
});

test('no confirmation of a viewing names a threshold for tenants', () => {
  const { tenant } = read('settings/viewings.json');
  expect([tenant.incomeTimesRent ?? null, tenant.maximumPersonsPerBedroom ?? null]).toEqual([null, null]);
});

test('prices of new-build homes contain VAT', () => {
  const units = properties.filter(({ ProjectID, Goal }) => ProjectID && Goal === 0);
  expect(units.length).toBeGreaterThan(5);
  expect(units.filter(({ VAT }) => VAT !== 'included').map(({ ID }) => ID)).toEqual([]);
});

test('the energy labels are those of the specification (decision 43), and only of homes', () => {
  const { use, withoutLabel } = read('settings/energy.json');
  expect(use).toBe('specified');
  expect(withoutLabel).toEqual(expect.arrayContaining(['land', 'garage', 'commerce', 'office', 'building']));
});

test('a property in Brussels names its zone as the Brussels plan does', () => {
  const brussels = properties.filter(({ Zip, Zoning }) => /^1[0-2]\d\d$/.test(String(Zip)) && Zoning);
  expect(brussels.length).toBeGreaterThan(5);
  expect(brussels.filter(({ Zoning }) => !/^Pras|^other$/.test(String(Zoning))).map(({ ID }) => ID)).toEqual([]);
});

test('every service says what it costs, VAT included', () => {
  const words = { nl: /btw/, fr: /TVA/, en: /VAT/, de: /Mehrwertsteuer/ };
  const services = readdirSync(join(contentDir, 'articles')).filter((file) => file.startsWith('service-'));
  expect(services).toHaveLength(6);
  for (const file of services)
    for (const [language, word] of Object.entries(words)) {
      const text = String(read(`articles/${file}`).content[language]);
      expect(text, `${file} ${language}`).toMatch(word);
      expect(text, `${file} ${language}`).not.toMatch(
        /niet inbegrepen|hors TVA|excluding VAT|ohne Mehrwertsteuer|zzgl/,
      );
    }
});
