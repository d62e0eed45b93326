import { expect, test } from 'vitest';
import { isAboutGoal } from '../../src/features/form/form.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { about, openForms } from '../support/open-forms.ts';
import { agencySite } from '../support/submit.ts';

const site = agencySite();

test.each(FORMS.filter((form) => form.about === 'property' && form.name !== 'contact-appointment'))(
  '$name is accepted about a property for sale or for rent as far as it is about them',
  async (form) => {
    const { post, rows } = await openForms('sqlite', site);
    for (const goal of ['sale', 'rent'] as const) {
      const before = (await rows()).leads.length;
      const property = site.listings.find((listing) => listing.goal === goal && !listing.gone)!;
      const result = await post(form.name, { ...about(form.name), property: String(property.id) });
      expect(result.ok, goal).toBe(isAboutGoal(form, property));
      expect((await rows()).leads.length - before, goal).toBe(result.ok ? 1 : 0);
    }
  },
);

test('an offer is about a property for sale', () => {
  expect(FORMS.filter(({ onlyGoal }) => onlyGoal).map(({ name, onlyGoal }) => [name, onlyGoal])).toEqual([
    ['offer', 'sale'],
  ]);
});
