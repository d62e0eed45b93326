import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../src/content/files/problems.ts';
import { found, property, type Wrong } from '../support/found-in-content.ts';
import { change } from '../support/small-content.ts';
import { agencyDir } from '../support/test-site.ts';

describe('what an advert must state by law', () => {
  const advert = async (more: Record<string, unknown>, duties: (duties: Wrong[]) => Wrong[] = (same) => same) => {
    const { usable, problems } = await found((at) => {
      property(at, more);
      change(at('settings/adverts.json'), (settings) => ({ ...settings, duties: duties(settings.duties) }));
    });
    const reported = problems.filter(({ kind, file }) => kind === 'advert' && file === 'properties/35187.json');
    return {
      usable,
      severities: reported.map(({ severity }) => severity),
      said: reported.map(describeProblem).join('\n'),
    };
  };

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a Flemish sale needs its flood class', { PScore: undefined }, /flood class of the plot \(P-score\)/],
    ['and its score', { EnergyPerformance: undefined }, /energy score/],
    [
      'or the number of the certificate when the address is hidden',
      { EPCNumber: undefined, PublishAddress: false },
      /number of the energy certificate, or the address/,
    ],
    [
      'a Flemish rent needs its charges',
      { Goal: 1, ChargesRenter: undefined, CommonCharges: undefined, PrivateCharges: undefined },
      /charges/,
    ],
    [
      'a lease of more than nine years needs what a sale needs',
      { Goal: 1, LeaseYears: 18, Zoning: undefined },
      /zoning/,
    ],
    [
      'a Brussels property needs its CO2',
      { Zip: '1020', City: { nl: 'Laken', fr: 'Laeken' }, CO2Emission: undefined },
      /CO2 emissions .*Brussels decree of 17\.2\.2011/,
    ],
    [
      'a Brussels rent needs its meters',
      { Goal: 1, Zip: '1020', City: { nl: 'Laken', fr: 'Laeken' } },
      /individual meters/,
    ],
  ])('%s', async (_name, more, message) => {
    expect((await advert(more)).said).toMatch(message);
  });

  test('a rental of at most nine years needs no zoning, and a sold property nothing', async () => {
    expect((await advert({ Goal: 1, LeaseYears: 9, Zoning: undefined })).said).not.toMatch(/zoning/);
    expect((await advert({ Status: 2, PScore: undefined, EPCNumber: undefined })).said).toBe('');
  });

  test('each duty can be an error, a warning or off', async () => {
    const as = (severity: string) => (duties: Wrong[]) =>
      duties.map((duty) => (duty.statement === 'pScore' ? { ...duty, severity } : duty));
    expect(await advert({ PScore: undefined }, as('error'))).toMatchObject({ usable: false, severities: ['error'] });
    expect(await advert({ PScore: undefined }, as('off'))).toMatchObject({ usable: true, severities: [] });
  });

  test('each duty names its legal source and the date it was read', () => {
    const { duties } = JSON.parse(readFileSync(join(agencyDir, 'settings/adverts.json'), 'utf8'));
    expect(duties.length).toBeGreaterThan(30);
    for (const duty of duties) {
      expect(duty.source).toMatch(/\S{3}/);
      expect(duty.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});
