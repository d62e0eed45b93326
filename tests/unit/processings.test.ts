import { describe, expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { personalDataTables, RETENTION_SETTINGS } from '../../src/features/privacy/personal-data.ts';
import { PROCESSINGS, retentionOf } from '../../src/features/privacy/processing-activities.ts';

describe('the list of processings', () => {
  test('names every form once', () => {
    const named = PROCESSINGS.flatMap(({ forms = [] }) => forms);
    expect(named.toSorted()).toEqual(FORMS.map(({ name }) => name).toSorted());
  });

  test('names every table with data about a person', () => {
    const personal = personalDataTables
      .filter(([, data]) => data.columns.length > 0 || data.belongsTo)
      .map(([name]) => name);
    const named = new Set<string>(PROCESSINGS.flatMap(({ tables }) => tables));
    expect(personal.length).toBeGreaterThan(10);
    expect(personal.filter((name) => !named.has(name))).toEqual([]);
  });

  test('tells every time of retention', () => {
    expect([...new Set(PROCESSINGS.flatMap(retentionOf))].toSorted()).toEqual([...RETENTION_SETTINGS].toSorted());
  });

  test('says for each processing how long, by a time or by its end', () => {
    expect(PROCESSINGS.filter((one) => retentionOf(one).length === 0 && !one.until)).toEqual([]);
  });

  test('takes the times from the tables', () => {
    const search = PROCESSINGS.find(({ forms }) => forms?.includes('demand-register'));
    expect(search && retentionOf(search)).toEqual(['unconfirmedDays', 'leadMonths', 'mailDays']);
  });
});
