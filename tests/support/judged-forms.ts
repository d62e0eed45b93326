import { type FormDefinition, fieldsOf, type Problems, validatorsOf } from '../../src/features/form/form.ts';
import { type FormSettings, formSettings } from '../../src/features/form/settings.ts';
import { validateForm } from '../../src/features/form/validate-form.ts';
import { formNamed } from '../../src/features/lead/forms.ts';
import de from '../../src/i18n/default-labels/de.json' with { type: 'json' };
import en from '../../src/i18n/default-labels/en.json' with { type: 'json' };
import fr from '../../src/i18n/default-labels/fr.json' with { type: 'json' };
import nl from '../../src/i18n/default-labels/nl.json' with { type: 'json' };
import settingsFile from '../fixtures/agency/settings/forms.json' with { type: 'json' };
import { VALID_VALUES } from './valid-values.ts';

/** The labels of each language. */
export const LABELS: Record<string, Record<string, string>> = { nl, fr, en, de };
/** The settings of forms as they ship. */
export const SETTINGS = formSettings.parse(settingsFile);
/** What lists offer that come from content. */
export const SOURCES = {
  'property-types': ['house', 'apartment', 'land'],
  towns: ['1850|grimbergen', '1860|meise'],
  distances: ['5', '10'],
  'energy-labels': ['A', 'B'],
  'time-slots': ['10:00-13:00'],
  'chosen-properties': ['35187'],
  'drawn-area': [],
};
/** A form of this name. */
export const named = (name: string) => formNamed(name)!;
/** The validators of a form under settings. */
export const validators = (form: FormDefinition, settings: FormSettings = SETTINGS) =>
  validatorsOf(fieldsOf(form, settings, { listing: null, freeTimes: null, hasDocuments: false }), SOURCES);
/** The result of validating values of a form. */
export const verdict = (form: string, raw: Record<string, unknown>, settings?: FormSettings) =>
  validateForm(raw, validators(named(form), settings), named(form).checks);
/** The problems of values of a form. */
export const problemsOf = (form: string, raw: Record<string, unknown>, settings?: FormSettings): Problems => {
  const given = verdict(form, raw, settings);
  return given.ok ? {} : given.problems;
};
/** Valid values of a form, apart from the changes. */
export const right = (form: string, changes: Record<string, unknown> = {}) => ({ ...VALID_VALUES[form], ...changes });
/** Settings in which fields are used in another way. */
export const withFields = (fields: FormSettings['fields']) => formSettings.parse({ ...settingsFile, fields });
